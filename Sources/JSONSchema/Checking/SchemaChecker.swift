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
