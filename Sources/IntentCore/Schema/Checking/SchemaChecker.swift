/// Walks a value along a schema; stops at the first fault when nobody wants them all.
struct SchemaChecker {
  let name: String
  let collects: Bool
  var hasFailed = false
  var faults: [Fault] = []
  var path: [String] = []

  init(name: String, collects: Bool) {
    self.name = name
    self.collects = collects
  }

  private var isDone: Bool { hasFailed && !collects }

  mutating func check(_ value: Value, _ schema: Schema) {
    for assertion in schema.assertions {
      check(value, assertion)
      if isDone { return }
    }
  }

  private mutating func check(_ value: Value, _ assertion: Schema.Assertion) {
    switch assertion {
    case .nothing: fail(.valueNothingAllowed, [("value", .text(Self.shown(value)))])
    case .type(let types): checkType(value, types)
    case .enumeration(let values): checkEnumeration(value, values)
    case .constant(let wanted):
      if value != wanted {
        fail(.valueConst, [("value", .text(Self.shown(value))), ("expected", .text(Self.shown(wanted)))])
      }
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
      .valueType,
      [
        ("expected", .text(types.map(\.words).joined(separator: " or "))),
        ("found", .text(ValueType(of: value).words)), ("value", .text(Self.shown(value))),
      ])
  }

  private mutating func checkEnumeration(_ value: Value, _ values: [Value]) {
    if values.contains(value) { return }
    let allowed = values.map { $0.plainText ?? $0.json() }
    let near = value.stringValue.flatMap { Suggestion.nearest(to: $0, among: allowed) }
    fail(
      .valueEnum,
      [
        ("value", .text(Self.shown(value))), ("allowed", .list(allowed)), ("suggestion", .text(near ?? "")),
      ])
  }

  private mutating func checkCombination(_ value: Value, _ assertion: Schema.Assertion) {
    switch assertion {
    case .allOf(let schemas):
      for schema in schemas {
        check(value, schema)
        if isDone { return }
      }
    case .anyOf(let schemas):
      if !schemas.contains(where: { $0.accepts(value) }) { failCombination(value, "anyOf", matches: 0) }
    case .oneOf(let schemas):
      let matches = schemas.count { $0.accepts(value) }
      if matches != 1 { failCombination(value, "oneOf", matches: matches) }
    case .not(let schema):
      if schema.accepts(value) { failCombination(value, "not", matches: 1) }
    default: break
    }
  }

  private mutating func failCombination(_ value: Value, _ keyword: String, matches: Int) {
    fail(
      .valueCombination,
      [("keyword", .text(keyword)), ("matches", .integer(matches)), ("value", .text(Self.shown(value)))])
  }

  /// Checks what stands at a key or an index of the value.
  mutating func descend(_ step: @autoclosure () -> String, _ value: Value, _ schema: Schema) {
    if schema.assertions.isEmpty { return }
    if collects { path.append(step()) }
    check(value, schema)
    if collects { path.removeLast() }
  }

  mutating func fail(
    _ code: FaultCode, _ arguments: @autoclosure () -> [(name: String, value: FaultArgument)]
  ) {
    hasFailed = true
    guard collects else { return }
    let place = ([name] + path).joined(separator: ".")
    var fault = Fault(code, ["name": .text(place)], parameter: name)
    fault.arguments += arguments()
    faults.append(fault)
  }

  /// The value as a message shows it, cut when long.
  static func shown(_ value: Value) -> String {
    let text = value.plainText ?? value.json()
    guard text.utf8.count > 80 else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.prefix(60))) + "…"
  }
}
