internal import JSON

/// Walks a value along a schema; stops at the first fault when nobody wants them all.
struct SchemaChecker {
  let collects: Bool
  var hasFailed = false
  var violations: [SchemaViolation] = []
  var path: [String] = []

  init(collects: Bool) { self.collects = collects }

  private var isDone: Bool { hasFailed && !collects }

  mutating func check(_ value: Value, _ schema: Schema) {
    for assertion in schema.assertions {
      check(value, assertion)
      if isDone { return }
    }
  }

  private mutating func check(_ value: Value, _ assertion: Schema.Assertion) {
    switch assertion {
    case .nothing: fail(.nothingAllowed, value)
    case .type(let types): checkType(value, types)
    case .enumeration(let values): checkEnumeration(value, values)
    case .constant(let wanted):
      if value != wanted { fail(.constant(expected: SchemaViolation.shown(wanted)), value) }
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf:
      checkNumber(value, assertion)
    case .minLength, .maxLength, .pattern, .format: checkText(value, assertion)
    case .minItems, .maxItems, .uniqueItems, .items, .contains: checkArray(value, assertion)
    case .properties, .propertyNames, .required, .minProperties, .maxProperties:
      checkObject(value, assertion)
    case .allOf, .anyOf, .oneOf, .not: checkCombination(value, assertion)
    }
  }

  private mutating func checkType(_ value: Value, _ types: [ValueType]) {
    for type in types where type.includes(value) { return }
    fail(
      .type(
        expected: types.map(\.words).joined(separator: " or "), found: ValueType(of: value).words), value)
  }

  private mutating func checkEnumeration(_ value: Value, _ values: [Value]) {
    if values.contains(value) { return }
    fail(.enumeration(allowed: values.map { $0.plainText ?? $0.json() }), value)
  }

  private mutating func checkCombination(_ value: Value, _ assertion: Schema.Assertion) {
    switch assertion {
    case .allOf(let schemas):
      for schema in schemas {
        check(value, schema)
        if isDone { return }
      }
    case .anyOf(let schemas):
      if !schemas.contains(where: { $0.accepts(value) }) { fail(.combination("anyOf", matches: 0), value) }
    case .oneOf(let schemas):
      let matches = schemas.count { $0.accepts(value) }
      if matches != 1 { fail(.combination("oneOf", matches: matches), value) }
    case .not(let schema):
      if schema.accepts(value) { fail(.combination("not", matches: 1), value) }
    default: break
    }
  }

  /// Checks what stands at a key or an index of the value.
  mutating func descend(_ step: @autoclosure () -> String, _ value: Value, _ schema: Schema) {
    if schema.assertions.isEmpty { return }
    if collects { path.append(step()) }
    check(value, schema)
    if collects { path.removeLast() }
  }

  mutating func fail(_ problem: @autoclosure () -> SchemaViolation.Problem, _ value: Value) {
    hasFailed = true
    if collects { violations.append(SchemaViolation(problem: problem(), path: path, value: value)) }
  }
}

extension SchemaChecker {
  mutating func checkNumber(_ value: Value, _ assertion: Schema.Assertion) {
    let isNumber =
      switch value {
      case .integer, .number: true
      default: false
      }
    guard isNumber else { return }
    switch assertion {
    case .minimum(let limit):
      if Number.isLess(value, limit) { fail(.minimum(limit), value) }
    case .maximum(let limit):
      if Number.isLess(limit, value) { fail(.maximum(limit), value) }
    case .exclusiveMinimum(let limit):
      if !Number.isLess(limit, value) { fail(.exclusiveMinimum(limit), value) }
    case .exclusiveMaximum(let limit):
      if !Number.isLess(value, limit) { fail(.exclusiveMaximum(limit), value) }
    case .multipleOf(let unit):
      if !Number.isMultiple(value, of: unit) { fail(.multipleOf(unit), value) }
    default: break
    }
  }

  mutating func checkText(_ value: Value, _ assertion: Schema.Assertion) {
    guard case .string(let text) = value else { return }
    switch assertion {
    case .minLength(let limit):
      let length = text.unicodeScalars.count
      if length < limit { fail(.minLength(limit, found: length), value) }
    case .maxLength(let limit):
      guard text.utf8.count > limit else { return }
      let length = text.unicodeScalars.count
      if length > limit { fail(.maxLength(limit, found: length), value) }
    case .pattern(let pattern): if !pattern.matches(text) { fail(.pattern(pattern.source), value) }
    case .format(let format): if !format.accepts(text) { fail(.format(format), value) }
    default: break
    }
  }
}

extension SchemaChecker {
  mutating func checkArray(_ value: Value, _ assertion: Schema.Assertion) {
    guard case .array(let items) = value else { return }
    switch assertion {
    case .minItems(let limit):
      if items.count < limit { fail(.minItems(limit, found: items.count), value) }
    case .maxItems(let limit):
      if items.count > limit { fail(.maxItems(limit, found: items.count), value) }
    case .uniqueItems:
      if let (first, second) = EqualItems.find(in: items) {
        fail(.uniqueItems(first, second, shown: SchemaViolation.shown(items[first])), value)
      }
    case .items(let prefix, let rest):
      for (index, item) in items.enumerated() {
        descend(String(index), item, index < prefix.count ? prefix[index] : rest)
        if hasFailed && !collects { return }
      }
    case .contains(let schema, let minimum, let maximum):
      let matches = items.count { schema.accepts($0) }
      if matches < minimum || matches > maximum ?? .max {
        fail(.contains(found: matches, minimum: minimum, maximum: maximum), value)
      }
    default: break
    }
  }

  mutating func checkObject(_ value: Value, _ assertion: Schema.Assertion) {
    guard case .object(let object) = value else { return }
    switch assertion {
    case .minProperties(let limit):
      if object.count < limit { fail(.minProperties(limit, found: object.count), value) }
    case .maxProperties(let limit):
      if object.count > limit { fail(.maxProperties(limit, found: object.count), value) }
    case .required(let keys):
      for key in keys where object[key] == nil { fail(.requiredProperty(key), value) }
    case .propertyNames(let schema):
      for key in object.keys where !schema.accepts(.string(key)) { fail(.property(key, known: []), value) }
    case .properties(let properties):
      for member in object.members {
        check(member.key, member.value, properties)
        if hasFailed && !collects { return }
      }
    default: break
    }
  }

  private mutating func check(_ key: String, _ value: Value, _ properties: Schema.Properties) {
    var isCovered = false
    if let schema = properties.named(key) {
      isCovered = true
      descend(key, value, schema)
    }
    for (pattern, schema) in properties.patterns where pattern.matches(key) {
      isCovered = true
      descend(key, value, schema)
    }
    guard !isCovered, let additional = properties.additional else { return }
    if additional.isNothing {
      fail(.property(key, known: properties.named.map(\.key)), value)
    } else {
      descend(key, value, additional)
    }
  }
}
