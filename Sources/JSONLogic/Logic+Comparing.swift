internal import CivilTime
internal import JSON

extension Value {
  /// The number that a value counts as where one is needed: text must be a JSON number, empty text and `null` are 0;
  /// `nil` for what is no number.
  var logicNumber: Double? {
    switch self {
    case .null: 0
    case .boolean(let flag): flag ? 1 : 0
    case .integer(let number): Double(number)
    case .number(let number): number
    case .string(let text):
      if text.utf8.isEmpty {
        0
      } else {
        switch JSONNumber.read(Array(text.utf8)[...]) {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .fault: nil
        }
      }
    case .array, .object: nil
    }
  }

  func number(_ name: Logic.Operator) throws(LogicError) -> Double {
    guard let number = logicNumber else { throw notFit(name, "a number") }
    return number
  }

  /// Text compares with text byte for byte, everything else as numbers.
  func isSoftlyEqual(to other: Value, _ name: Logic.Operator) throws(LogicError) -> Bool {
    if case .string(let a) = self, case .string(let b) = other { return a.utf8.elementsEqual(b.utf8) }
    if case .integer(let a) = self, case .integer(let b) = other { return a == b }
    return try number(name) == other.number(name)
  }

  /// Two texts compare byte for byte, so that `"9"` is greater than `"10"`; everything else as numbers.
  func compare(_ name: Logic.Operator, _ other: Value) throws(LogicError) -> Bool {
    if case .string(let a) = self, case .string(let b) = other {
      let isLess = a.utf8.lexicographicallyPrecedes(b.utf8)
      return name.accepts(isLess: isLess, isEqual: !isLess && a.utf8.elementsEqual(b.utf8))
    }
    if case .integer(let a) = self, case .integer(let b) = other {
      return name.accepts(isLess: a < b, isEqual: a == b)
    }
    let (a, b) = (try number(name), try other.number(name))
    return name.accepts(isLess: a < b, isEqual: a == b)
  }

  /// A date or a date and time with its zone (RFC 3339), as seconds.
  func moment(_ name: Logic.Operator) throws(LogicError) -> WallTime {
    guard case .string(let text) = self, let moment = MomentText.moment(of: text) else {
      throw notFit(name, "a date such as 2026-12-01, or a date and time with its zone")
    }
    return moment
  }

  func length(_ name: Logic.Operator) throws(LogicError) -> Duration {
    guard case .string(let text) = self, let duration = Duration(text: text) else {
      throw notFit(name, "a duration such as 30s or PT30S")
    }
    return duration
  }

  private func notFit(_ name: Logic.Operator, _ expected: String) -> LogicError {
    .value(name, expected: expected, found: plainText ?? json())
  }
}

extension Logic.Operator {
  fileprivate func accepts(isLess: Bool, isEqual: Bool) -> Bool {
    switch self {
    case .less: isLess
    case .lessOrEqual: isLess || isEqual
    case .greater: !isLess && !isEqual
    default: !isLess
    }
  }
}

/// Sums and their kind: whole numbers as long as they fit, else floating point.
struct Arithmetic {
  let name: Logic.Operator

  func value(of values: [Value]) throws(LogicError) -> Value {
    var numbers: [Double] = []
    for value in values { numbers.append(try value.number(name)) }
    guard let first = numbers.first else { return name == .add ? 0 : name == .multiply ? 1 : .null }
    let result: Double
    switch name {
    case .add:
      if let whole = Self.whole(values, Int.addingReportingOverflow) { return .integer(whole) }
      result = numbers.reduce(0, +)
    case .multiply:
      if let whole = Self.whole(values, Int.multipliedReportingOverflow) { return .integer(whole) }
      result = numbers.reduce(1, *)
    case .subtract: result = numbers.count == 1 ? -first : numbers.dropFirst().reduce(first, -)
    case .divide: result = numbers.dropFirst().reduce(first, /)
    case .remainder: result = numbers.dropFirst().reduce(first) { $0.truncatingRemainder(dividingBy: $1) }
    case .min: result = numbers.min() ?? first
    default: result = numbers.max() ?? first
    }
    guard result.isFinite else { throw .value(name, expected: "numbers with a result", found: "\(result)") }
    return Int(exactly: result).map { .integer($0) } ?? .number(result)
  }

  private static func whole(
    _ values: [Value], _ apply: (Int) -> (Int) -> (partialValue: Int, overflow: Bool)
  ) -> Int? {
    guard case .integer(var sum)? = values.first else { return nil }
    for value in values.dropFirst() {
      guard case .integer(let number) = value else { return nil }
      let (next, overflow) = apply(sum)(number)
      if overflow { return nil }
      sum = next
    }
    return sum
  }
}
