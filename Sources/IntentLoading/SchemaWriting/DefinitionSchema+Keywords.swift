internal import IntentCore
internal import JSON
internal import JSONSchema

/// The keywords of JSON Schema that parameters may use.
extension DefinitionSchema {
  static var schema: Value {
    annotated(
      "Schema", "A JSON Schema (2020-12); true allows anything, false nothing.",
      [
        "type": ["object", "boolean"],
        "properties": .object(
          ValueObject(uniqueMembers: SchemaBuilder.keywords.map { ($0, keyword($0)) })),
        "additionalProperties": false,
      ])
  }

  private static let anySchema = reference("schema")
  private static let count: ValueObject = ["type": "integer", "minimum": 0]
  private static let number: ValueObject = ["type": "number"]
  private static let schemas: ValueObject = ["type": "array", "items": anySchema]
  private static let named: ValueObject = ["type": "object", "additionalProperties": anySchema]

  static func keyword(_ name: String) -> Value {
    switch name {
    case "type":
      annotated(
        "Type", "The type of the value, or a list of types.",
        [
          "anyOf": [
            .object(["enum": typeNames]),
            .object(["type": "array", "minItems": 1, "items": .object(["enum": typeNames])]),
          ]
        ])
    case "enum": annotated("Enumeration", "The only values that are allowed.", ["type": "array"])
    case "const": annotated("Constant", "The only value that is allowed.", [:])
    case "minimum": annotated("Minimum", "The least number.", number)
    case "maximum": annotated("Maximum", "The greatest number.", number)
    case "exclusiveMinimum": annotated("Exclusive minimum", "The number must be greater.", number)
    case "exclusiveMaximum": annotated("Exclusive maximum", "The number must be less.", number)
    case "multipleOf":
      annotated(
        "Multiple of", "The number is a multiple of this.", ["type": "number", "exclusiveMinimum": 0])
    case "minLength":
      annotated("Minimum length", "The fewest characters; required text has one at least.", count)
    case "maxLength": annotated("Maximum length", "The most characters.", count)
    case "pattern":
      text("Pattern", "A regular expression without look-around and back-references.", ["format": "regex"])
    case "format":
      choice(
        "Format", "What the text is.",
        Format.allCases.map { ($0.rawValue, "Such as \($0.example)") })
    case "items": reference("schema", ["title": "Items", "description": "What every item is."])
    case "prefixItems": annotated("First items", "What the items are, by their places.", schemas)
    case "minItems": annotated("Minimum of items", "The fewest items.", count)
    case "maxItems": annotated("Maximum of items", "The most items.", count)
    case "uniqueItems": flag("Unique items", "Whether all items differ.", default: false)
    case "contains": reference("schema", ["title": "Contains", "description": "What some item is."])
    case "minContains":
      annotated("Minimum contained", "How many items are so at least; 1 when absent.", count)
    case "maxContains": annotated("Maximum contained", "How many items are so at most.", count)
    case "properties": annotated("Properties", "What the members are, by their keys.", named)
    case "patternProperties":
      annotated("Pattern properties", "What the members are, by patterns of keys.", named)
    case "propertyNames":
      reference("schema", ["title": "Property names", "description": "What every key is."])
    case "minProperties": annotated("Minimum of properties", "The fewest members.", count)
    case "maxProperties": annotated("Maximum of properties", "The most members.", count)
    case "required": texts("Required", "The keys that an object must have.")
    case "additionalProperties":
      reference("schema", ["title": "Other properties", "description": "What the other members are."])
    case "allOf": annotated("All of", "All of these hold.", schemas)
    case "anyOf": annotated("Any of", "At least one of these holds.", schemas)
    case "oneOf": annotated("One of", "Exactly one of these holds.", schemas)
    case "not": reference("schema", ["title": "Not", "description": "This does not hold."])
    case "default": annotated("Default", "The value when none is given.", [:])
    case "title": text("Title", "What the value is called.")
    case "description": text("Description", "What the value means.")
    case "examples": annotated("Examples", "Values that help shows.", ["type": "array"])
    default: true
    }
  }

  private static var typeNames: Value { .array(ValueType.allCases.map { .string($0.rawValue) }) }
}
