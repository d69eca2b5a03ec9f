internal import IntentCore
internal import JSON
internal import JSONSchema

/// Gathers the keywords of one schema; those that mean something together become one assertion.
struct SchemaBuilder {
  static let keywords = [
    "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    "minLength", "maxLength", "pattern", "format", "items", "prefixItems", "minItems", "maxItems",
    "uniqueItems", "contains", "minContains", "maxContains", "properties", "patternProperties",
    "propertyNames", "minProperties", "maxProperties", "required", "additionalProperties", "allOf", "anyOf",
    "oneOf", "not", "default", "title", "description", "examples",
  ]

  private static let refused = [
    "$ref", "$defs", "$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "definitions", "if",
    "then", "else", "dependentSchemas", "dependentRequired", "dependencies", "unevaluatedItems",
    "unevaluatedProperties", "contentEncoding", "contentMediaType", "contentSchema", "additionalItems",
  ]

  /// What to say of a keyword of JSON Schema that definitions do not have.
  static func refusal(_ key: String) -> String? {
    refused.contains(key) ? "this keyword of JSON Schema is not supported" : nil
  }

  private var assertions: [Schema.Assertion] = []
  private var prefix: [Schema]?
  private var rest: Schema?
  private var contains: Schema?
  private var minContains: Int?
  private var maxContains: Int?
  private var properties: Schema.Properties?

  /// Takes a member; `false` when its key is no keyword.
  mutating func take(_ member: JSONMember, _ log: inout ReadingLog) -> Bool {
    switch member.key {
    case "type": types(member, &log)
    case "enum": enumeration(member, &log)
    case "const": assertions.append(.constant(member.node.value))
    case "minimum": number(member, &log).map { assertions.append(.minimum($0)) }
    case "maximum": number(member, &log).map { assertions.append(.maximum($0)) }
    case "exclusiveMinimum": number(member, &log).map { assertions.append(.exclusiveMinimum($0)) }
    case "exclusiveMaximum": number(member, &log).map { assertions.append(.exclusiveMaximum($0)) }
    case "multipleOf": multiple(member, &log)
    case "minLength": log.count(member).map { assertions.append(.minLength($0)) }
    case "maxLength": log.count(member).map { assertions.append(.maxLength($0)) }
    case "pattern": pattern(member.key, member.node, &log).map { assertions.append(.pattern($0)) }
    case "format":
      log.word(member.key, member.node, Format.self).map { assertions.append(.format($0)) }
    case "minItems": log.count(member).map { assertions.append(.minItems($0)) }
    case "maxItems": log.count(member).map { assertions.append(.maxItems($0)) }
    case "uniqueItems": if log.flag(member) == true { assertions.append(.uniqueItems) }
    case "items": rest = SchemaReader.schema(member.key, member.node, &log)
    case "prefixItems": prefix = SchemaReader.schemas(member, &log)
    case "contains": contains = SchemaReader.schema(member.key, member.node, &log)
    case "minContains": minContains = log.count(member)
    case "maxContains": maxContains = log.count(member)
    case "minProperties": log.count(member).map { assertions.append(.minProperties($0)) }
    case "maxProperties": log.count(member).map { assertions.append(.maxProperties($0)) }
    case "required": assertions.append(.required(log.texts(member)))
    case "propertyNames":
      assertions.append(.propertyNames(SchemaReader.schema(member.key, member.node, &log)))
    case "properties": named(member, &log)
    case "patternProperties": patterns(member, &log)
    case "additionalProperties":
      change { $0.additional = SchemaReader.schema(member.key, member.node, &log) }
    case "allOf": assertions.append(.allOf(SchemaReader.schemas(member, &log)))
    case "anyOf": assertions.append(.anyOf(SchemaReader.schemas(member, &log)))
    case "oneOf": assertions.append(.oneOf(SchemaReader.schemas(member, &log)))
    case "not": assertions.append(.not(SchemaReader.schema(member.key, member.node, &log)))
    case "title", "description": _ = log.text(member)
    case "examples": _ = log.items(member, of: "a list")
    case "default": break
    default: return false
    }
    return true
  }

  var schema: Schema {
    var all = assertions
    if prefix != nil || rest != nil { all.append(.items(prefix: prefix ?? [], rest: rest ?? .anything)) }
    if let contains { all.append(.contains(contains, minimum: minContains ?? 1, maximum: maxContains)) }
    if let properties { all.append(.properties(properties)) }
    return Schema(all)
  }

  private mutating func change(_ body: (inout Schema.Properties) -> Void) {
    var changed = properties ?? Schema.Properties()
    body(&changed)
    properties = changed
  }

  private mutating func named(_ member: JSONMember, _ log: inout ReadingLog) {
    let named = log.members(member.key, member.node).map {
      (key: $0.key, schema: SchemaReader.schema($0.key, $0.node, &log))
    }
    change { $0.named = named }
  }

  private mutating func patterns(_ member: JSONMember, _ log: inout ReadingLog) {
    var patterns: [(pattern: Pattern, schema: Schema)] = []
    for property in log.members(member.key, member.node) {
      let schema = SchemaReader.schema(property.key, property.node, &log)
      if let pattern = log.pattern(property.key, at: property.keySpan) { patterns.append((pattern, schema)) }
    }
    change { $0.patterns = patterns }
  }

  private func pattern(_ key: String, _ node: JSONNode, _ log: inout ReadingLog) -> Pattern? {
    guard let text = log.text(key, node) else { return nil }
    return log.pattern(text, at: node.span)
  }

  private mutating func types(_ member: JSONMember, _ log: inout ReadingLog) {
    switch member.node.kind {
    case .string:
      log.word(member.key, member.node, ValueType.self).map { assertions.append(.type([$0])) }
    case .array(let items) where !items.isEmpty:
      assertions.append(.type(items.compactMap { log.word(member.key, $0, ValueType.self) }))
    default: log.wrongType(member.key, member.node, expected: "the name of a type or a list of them")
    }
  }

  private mutating func enumeration(_ member: JSONMember, _ log: inout ReadingLog) {
    guard case .array(let items) = member.node.kind else {
      return log.wrongType(member.key, member.node, expected: "a list of values")
    }
    assertions.append(.enumeration(items.map(\.value)))
  }

  private func number(_ member: JSONMember, _ log: inout ReadingLog) -> Value? {
    switch member.node.kind {
    case .integer, .number: return member.node.value
    default:
      log.wrongType(member.key, member.node, expected: "a number")
      return nil
    }
  }

  private mutating func multiple(_ member: JSONMember, _ log: inout ReadingLog) {
    guard let unit = number(member, &log) else { return }
    if let double = unit.doubleValue, double > 0 { return assertions.append(.multipleOf(unit)) }
    log.wrongType(member.key, member.node, expected: "a number above zero")
  }
}
