internal import JSON

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
