internal import IntentCore
internal import JSONSchema

/// Reads the keywords of one JSON Schema, each of which is known or refused; those that mean something together
/// become one assertion.
struct SchemaReader: KeyedObject {
  private static let refused = [
    "$ref", "$defs", "$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "definitions", "if",
    "then", "else", "dependentSchemas", "dependentRequired", "dependencies", "unevaluatedItems",
    "unevaluatedProperties", "contentEncoding", "contentMediaType", "contentSchema", "additionalItems",
  ]

  /// What to say of a keyword of JSON Schema that definitions do not have.
  static func refusal(_ key: String) -> String? {
    refused.contains(key) ? "this keyword of JSON Schema is not supported" : nil
  }

  /// A schema that stands where JSON Schema has one: an object or a boolean.
  static func schema(_ member: JSONMember, _ log: inout ReadingLog) -> Schema {
    switch member.node.kind {
    case .boolean(true): return .anything
    case .boolean(false): return .nothing
    case .object(let members):
      var reader = SchemaReader()
      for member in members where !reader.reads(member, &log) {
        log.unknownKey(member, among: keys, hint: refusal(member.key))
      }
      return reader.schema
    default:
      log.wrongType(member, expected: "a schema: an object, true or false")
      return .anything
    }
  }

  private static func schemas(_ member: JSONMember, _ log: inout ReadingLog) -> [Schema] {
    log.list(member, of: "a list of schemas") { schema($0, &$1) }
  }

  private var assertions: [Schema.Assertion] = []
  private var prefix: [Schema]?
  private var rest: Schema?
  private var contains: Schema?
  private var minContains: Int?
  private var maxContains: Int?
  private var properties: Schema.Properties?
  /// The value when none is given.
  private(set) var defaultValue: JSONNode?
  /// Values that help shows.
  private(set) var examples: [JSONMember] = []

  var schema: Schema {
    var all = assertions
    if prefix != nil || rest != nil { all.append(.items(prefix: prefix ?? [], rest: rest ?? .anything)) }
    if let contains { all.append(.contains(contains, minimum: minContains ?? 1, maximum: maxContains)) }
    if let properties { all.append(.properties(properties)) }
    return Schema(all)
  }

  private static let number: ValueObject = ["type": "number"]
  private static let list: ValueObject = ["type": "array", "items": .reference("schema")]
  private static let named: ValueObject = ["type": "object", "additionalProperties": .reference("schema")]

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("type", "Type", "The type of the value, or a list of types.", typeSchema) { $0.readTypes($1, &$2) }
    row("enum", "Enumeration", "The only values that are allowed.", ["type": "array"]) {
      $0.readEnumeration($1, &$2)
    }
    row("const", "Constant", "The only value that is allowed.", [:]) { reader, member, _ in
      reader.add(.constant(member.node.value))
    }
    row("minimum", "Minimum", "The least number.", number) { $0.add($2.number($1).map { .minimum($0) }) }
    row("maximum", "Maximum", "The greatest number.", number) { $0.add($2.number($1).map { .maximum($0) }) }
    row("exclusiveMinimum", "Exclusive minimum", "The number must be greater.", number) {
      $0.add($2.number($1).map { .exclusiveMinimum($0) })
    }
    row("exclusiveMaximum", "Exclusive maximum", "The number must be less.", number) {
      $0.add($2.number($1).map { .exclusiveMaximum($0) })
    }
    row("multipleOf", "Multiple of", "The number is a multiple of this.", number + ["exclusiveMinimum": 0]) {
      $0.readMultiple($1, &$2)
    }
    row("minLength", "Minimum length", "The fewest characters; required text has one at least.", .count()) {
      $0.add($2.count($1).map { .minLength($0) })
    }
    row("maxLength", "Maximum length", "The most characters.", .count()) {
      $0.add($2.count($1).map { .maxLength($0) })
    }
    row(
      "pattern", "Pattern", "A regular expression without look-around and back-references.",
      .text(["format": "regex"])
    ) { if let text = $2.text($1) { $0.add($2.pattern(text, at: $1.node.span).map { .pattern($0) }) } }
    row("format", "Format", "What the text is.", .choice(Format.allCases) { "Such as \($0.example)" }) {
      $0.add($2.word($1).map { .format($0) })
    }
    row("items", "Items", "What every item is.", .reference("schema")) { $0.rest = schema($1, &$2) }
    row("prefixItems", "First items", "What the items are, by their places.", list) {
      $0.prefix = schemas($1, &$2)
    }
    row("minItems", "Minimum of items", "The fewest items.", .count()) {
      $0.add($2.count($1).map { .minItems($0) })
    }
    row("maxItems", "Maximum of items", "The most items.", .count()) {
      $0.add($2.count($1).map { .maxItems($0) })
    }
    row("uniqueItems", "Unique items", "Whether all items differ.", .flag(default: false)) {
      if $2.flag($1) == true { $0.add(.uniqueItems) }
    }
    row("contains", "Contains", "What some item is.", .reference("schema")) { $0.contains = schema($1, &$2) }
    row("minContains", "Minimum contained", "How many items are so at least; 1 when absent.", .count()) {
      $0.minContains = $2.count($1)
    }
    row("maxContains", "Maximum contained", "How many items are so at most.", .count()) {
      $0.maxContains = $2.count($1)
    }
    row("properties", "Properties", "What the members are, by their keys.", named) {
      $0.readProperties($1, &$2)
    }
    row("patternProperties", "Pattern properties", "What the members are, by patterns of keys.", named) {
      $0.readPatternProperties($1, &$2)
    }
    row("propertyNames", "Property names", "What every key is.", .reference("schema")) {
      $0.add(.propertyNames(schema($1, &$2)))
    }
    row("minProperties", "Minimum of properties", "The fewest members.", .count()) {
      $0.add($2.count($1).map { .minProperties($0) })
    }
    row("maxProperties", "Maximum of properties", "The most members.", .count()) {
      $0.add($2.count($1).map { .maxProperties($0) })
    }
    row("required", "Required", "The keys that an object must have.", .texts()) {
      $0.add(.required($2.texts($1)))
    }
    row("additionalProperties", "Other properties", "What the other members are.", .reference("schema")) {
      let others = schema($1, &$2)
      $0.change { $0.additional = others }
    }
    row("allOf", "All of", "All of these hold.", list) { $0.add(.allOf(schemas($1, &$2))) }
    row("anyOf", "Any of", "At least one of these holds.", list) { $0.add(.anyOf(schemas($1, &$2))) }
    row("oneOf", "One of", "Exactly one of these holds.", list) { $0.add(.oneOf(schemas($1, &$2))) }
    row("not", "Not", "This does not hold.", .reference("schema")) { $0.add(.not(schema($1, &$2))) }
    row("default", "Default", "The value when none is given.", [:]) { reader, member, _ in
      reader.defaultValue = member.node
    }
    row("title", "Title", "What the value is called.", .text()) { _ = $2.text($1) }
    row("description", "Description", "What the value means.", .text()) { _ = $2.text($1) }
    row("examples", "Examples", "Values that help shows.", ["type": "array"]) {
      $0.examples = $2.items($1, of: "a list")
    }
  }

  /// What a schema may be, as a schema.
  static var schemaOfSchemas: Value {
    let schema: ValueObject = [
      "type": ["object", "boolean"], "properties": .object(Self.properties), "additionalProperties": false,
    ]
    return schema.annotated("Schema", "A JSON Schema (2020-12); true allows anything, false nothing.")
  }

  private static var typeSchema: ValueObject {
    let names: ValueObject = ["enum": .strings(ValueType.allCases.map(\.rawValue))]
    return ["anyOf": [.object(names), .object(.filledList(of: names))]]
  }

  private mutating func add(_ assertion: Schema.Assertion?) {
    if let assertion { assertions.append(assertion) }
  }

  private mutating func change(_ body: (inout Schema.Properties) -> Void) {
    var changed = properties ?? Schema.Properties()
    body(&changed)
    properties = changed
  }

  private mutating func readProperties(_ member: JSONMember, _ log: inout ReadingLog) {
    let named = log.members(member).map { (key: $0.key, schema: Self.schema($0, &log)) }
    change { $0.named = named }
  }

  private mutating func readPatternProperties(_ member: JSONMember, _ log: inout ReadingLog) {
    var patterns: [(pattern: Pattern, schema: Schema)] = []
    for property in log.members(member) {
      let schema = Self.schema(property, &log)
      if let pattern = log.pattern(property.key, at: property.keySpan) { patterns.append((pattern, schema)) }
    }
    change { $0.patterns = patterns }
  }

  private mutating func readTypes(_ member: JSONMember, _ log: inout ReadingLog) {
    switch member.node.kind {
    case .string: add(log.word(member).map { .type([$0]) })
    case .array(let items) where !items.isEmpty: add(.type(member.items.compactMap { log.word($0) }))
    default: log.wrongType(member, expected: "the name of a type or a list of them")
    }
  }

  private mutating func readEnumeration(_ member: JSONMember, _ log: inout ReadingLog) {
    guard case .array(let items) = member.node.kind else {
      return log.wrongType(member, expected: "a list of values")
    }
    assertions.append(.enumeration(items.map(\.value)))
  }

  private mutating func readMultiple(_ member: JSONMember, _ log: inout ReadingLog) {
    guard let unit = log.number(member) else { return }
    if let double = unit.doubleValue, double > 0 { return assertions.append(.multipleOf(unit)) }
    log.wrongType(member, expected: "a number above zero")
  }
}

extension ReadingLog {
  fileprivate mutating func number(_ member: JSONMember) -> Value? {
    switch member.node.kind {
    case .integer, .number: return member.node.value
    default:
      wrongType(member, expected: "a number")
      return nil
    }
  }
}
