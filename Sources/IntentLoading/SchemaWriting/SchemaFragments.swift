internal import IntentCore

/// Schemas of what keys hold, without the titles and the descriptions that editors show.
extension ValueObject {
  static func + (left: ValueObject, right: ValueObject) -> ValueObject {
    ValueObject(uniqueMembers: left.members + right.members)
  }

  static func text(_ more: ValueObject = [:]) -> ValueObject { ["type": "string"] + more }

  /// Text that is not empty.
  static func filledText(_ more: ValueObject = [:]) -> ValueObject {
    ["type": "string", "minLength": 1] + more
  }

  static func texts(_ more: ValueObject = [:]) -> ValueObject { list(of: text()) + more }

  static func list(of item: ValueObject) -> ValueObject { ["type": "array", "items": .object(item)] }

  /// A list that says something.
  static func filledList(of item: ValueObject) -> ValueObject {
    ["type": "array", "minItems": 1, "items": .object(item)]
  }

  static func flag(default value: Bool) -> ValueObject { ["type": "boolean", "default": .boolean(value)] }

  static func count(minimum: Int = 0, _ more: ValueObject = [:]) -> ValueObject {
    ["type": "integer", "minimum": .integer(minimum)] + more
  }

  /// An object whose keys are names, as a pattern has them.
  static func table(_ names: String, of value: ValueObject) -> ValueObject {
    [
      "type": "object", "propertyNames": .object(["pattern": .string(names)]),
      "additionalProperties": .object(value),
    ]
  }

  /// One of a closed list of words, each with what it means where editors show that.
  static func choice<Word: RawRepresentable<String>>(
    _ words: [Word], default word: Word? = nil, meaning: (Word) -> String
  ) -> ValueObject {
    let schema: ValueObject = [
      "enum": .strings(words.map(\.rawValue)), "enumDescriptions": .strings(words.map(meaning)),
    ]
    return word.map { schema + ["default": .string($0.rawValue)] } ?? schema
  }

  /// One of the schemas in `$defs`.
  static func reference(_ name: String, _ more: ValueObject = [:]) -> ValueObject {
    more + ["$ref": .string("#/$defs/\(name)")]
  }

  /// The place of a file's own schema, seen from it.
  static func schemaPlace(_ path: String) -> ValueObject {
    [
      "title": "Schema",
      "description": "Where the JSON Schema of this file is, so that editors complete and check it.",
      "type": "string", "examples": [.string(path)],
    ]
  }

  /// The schema with what editors show of it; no title for what needs none.
  func annotated(_ title: String, _ description: String) -> Value {
    let words: ValueObject = ["title": .string(title), "description": .string(description)]
    return .object(title.utf8.isEmpty ? self : words + self)
  }
}

extension Value {
  static func reference(_ name: String) -> Value { .object(.reference(name)) }

  static func strings(_ texts: [String]) -> Value { .array(texts.map { .string($0) }) }

  /// The keys of which an object must have one.
  static func required(_ keys: [String]) -> Value {
    .array(keys.map { .object(["required": [.string($0)]]) })
  }
}
