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
      if Number.isLess(value, limit) { failLimit(.valueMinimum, value, limit) }
    case .maximum(let limit):
      if Number.isLess(limit, value) { failLimit(.valueMaximum, value, limit) }
    case .exclusiveMinimum(let limit):
      if !Number.isLess(limit, value) { failLimit(.valueExclusiveMinimum, value, limit) }
    case .exclusiveMaximum(let limit):
      if !Number.isLess(value, limit) { failLimit(.valueExclusiveMaximum, value, limit) }
    case .multipleOf(let unit):
      if !Number.isMultiple(value, of: unit) { failLimit(.valueMultipleOf, value, unit) }
    default: break
    }
  }

  private mutating func failLimit(_ code: FaultCode, _ value: Value, _ limit: Value) {
    fail(code, [("value", .text(Self.shown(value))), ("limit", Self.argument(limit))])
  }

  private static func argument(_ number: Value) -> FaultArgument {
    if case .integer(let whole) = number { .integer(whole) } else { .text(shown(number)) }
  }

  mutating func checkText(_ value: Value, _ assertion: Schema.Assertion) {
    guard case .string(let text) = value else { return }
    switch assertion {
    case .minLength(let limit):
      let length = text.unicodeScalars.count
      if length < limit { failLength(.valueMinLength, value, limit, length) }
    case .maxLength(let limit):
      guard text.utf8.count > limit else { return }
      let length = text.unicodeScalars.count
      if length > limit { failLength(.valueMaxLength, value, limit, length) }
    case .pattern(let pattern):
      if !pattern.matches(text) {
        fail(.valuePattern, [("value", .text(Self.shown(value))), ("expected", .text(pattern.source))])
      }
    case .format(let format):
      if !format.accepts(text) {
        fail(
          .valueFormat,
          [
            ("value", .text(Self.shown(value))), ("format", .text(format.rawValue)),
            ("expected", .text("\(format.words) such as \(format.example)")),
          ])
      }
    default: break
    }
  }

  private mutating func failLength(_ code: FaultCode, _ value: Value, _ limit: Int, _ length: Int) {
    fail(
      code,
      [("value", .text(Self.shown(value))), ("limit", .integer(limit)), ("found", .integer(length))])
  }
}
