/// A JSON value; whole numbers that fit are `integer`, as JSON Schema counts `1.0` and `1e2` as integers.
package enum Value: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([Value])
  case object(ValueObject)
}

extension Value: Equatable {
  /// Compares as JSON Schema does: `1` equals `1.0`, and the order of members does not count.
  package static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.boolean(let a), .boolean(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.number(let a), .number(let b)): a == b
    case (.integer(let a), .number(let b)), (.number(let b), .integer(let a)): Double(exactly: a) == b
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }
}

extension Value {
  package var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var booleanValue: Bool? {
    if case .boolean(let flag) = self { flag } else { nil }
  }

  package var integerValue: Int? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The value as a floating-point number, `nil` when it is no number.
  package var doubleValue: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  package var arrayValue: [Value]? {
    if case .array(let items) = self { items } else { nil }
  }

  package var objectValue: ValueObject? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The member or element that a dotted path names, `nil` where there is none.
  package func at(_ path: some Sequence<String>) -> Value? {
    var current = self
    for step in path {
      switch current {
      case .object(let object):
        guard let next = object[step] else { return nil }
        current = next
      case .array(let items):
        guard let index = Int(step), items.indices.contains(index) else { return nil }
        current = items[index]
      default: return nil
      }
    }
    return current
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByFloatLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: Value...) { self = .array(elements) }
  package init(floatLiteral value: Double) { self = .number(value) }
}
