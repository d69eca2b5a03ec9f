internal import JSON

/// Exact comparisons of numbers, whole or not.
enum Number {
  static func isLess(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.integer(let a), .integer(let b)): a < b
    case (.number(let a), .number(let b)): a < b
    case (.integer(let a), .number(let b)): order(a, b) < 0
    case (.number(let a), .integer(let b)): order(b, a) > 0
    default: false
    }
  }

  /// Below, equal to or above zero as the whole number is to the other.
  private static func order(_ whole: Int, _ number: Double) -> Int {
    if number >= 0x1p63 { return -1 }
    if number < -0x1p63 { return 1 }
    let other = Int(number)
    if whole != other { return whole < other ? -1 : 1 }
    let cut = Double(other)
    return number > cut ? -1 : number < cut ? 1 : 0
  }

  /// Whether the number is a whole multiple by the decimal digits that it is written with.
  static func isMultiple(_ value: Value, of unit: Value) -> Bool {
    guard let value = Decimal(value), let unit = Decimal(unit), unit.digits > 0 else { return false }
    if value.digits == 0 { return true }
    if value.exponent < unit.exponent {
      var divisor = unit.digits
      for _ in 0..<min(unit.exponent - value.exponent, 20) {
        let (product, overflow) = divisor.multipliedReportingOverflow(by: 10)
        if overflow || product > value.digits { return false }
        divisor = product
      }
      return value.digits.isMultiple(of: divisor)
    }
    var rest = value.digits % unit.digits
    for _ in 0..<(value.exponent - unit.exponent) {
      if rest == 0 { return true }
      rest = unit.digits.dividingFullWidth(rest.multipliedFullWidth(by: 10)).remainder
    }
    return rest == 0
  }

  /// The magnitude of a number as digits times a power of ten, from its shortest decimal text.
  private struct Decimal {
    var digits: UInt
    var exponent = 0

    init?(_ value: Value) {
      switch value {
      case .integer(let number): digits = number.magnitude
      case .number(let number):
        guard number.isFinite else { return nil }
        digits = 0
        read(number.magnitude.description)
      default: return nil
      }
      while digits > 0, digits.isMultiple(of: 10) { (digits, exponent) = (digits / 10, exponent + 1) }
    }

    private mutating func read(_ text: String) {
      let parts = text.utf8.split(separator: UInt8(ascii: "e"))
      var isFraction = false
      for byte in parts[0] {
        if byte == UInt8(ascii: ".") {
          isFraction = true
        } else {
          digits = digits * 10 + UInt(byte - UInt8(ascii: "0"))
          if isFraction { exponent -= 1 }
        }
      }
      if parts.count > 1 { exponent += Int(String(Substring(parts[1]))) ?? 0 }
    }
  }
}

/// Finds items that are equal as JSON, in linear time.
enum EqualItems {
  /// The indices of the first pair.
  static func find(in items: [Value]) -> (Int, Int)? {
    var seen: [Item: Int] = [:]
    seen.reserveCapacity(items.count)
    for (index, value) in items.enumerated() {
      if let first = seen.updateValue(index, forKey: Item(value: value)) { return (first, index) }
    }
    return nil
  }

  private struct Item: Hashable {
    let value: Value

    static func == (left: Item, right: Item) -> Bool { left.value == right.value }

    func hash(into hasher: inout Hasher) { Self.hash(value, into: &hasher) }

    private static func hash(_ value: Value, into hasher: inout Hasher) {
      switch value {
      case .null: hasher.combine(0)
      case .boolean(let flag): hasher.combine(flag)
      case .integer(let number): hasher.combine(Double(number))
      case .number(let number): hasher.combine(number)
      case .string(let text):
        for byte in text.utf8 { hasher.combine(byte) }
        hasher.combine(text.utf8.count)
      case .array(let items):
        hasher.combine(items.count)
        for item in items { hash(item, into: &hasher) }
      case .object(let object): hasher.combine(unordered(object))
      }
    }

    /// The same for members in any order.
    private static func unordered(_ object: ValueObject) -> Int {
      object.members.reduce(object.count) { sum, member in
        var hasher = Hasher()
        hash(.string(member.key), into: &hasher)
        hash(member.value, into: &hasher)
        return sum ^ hasher.finalize()
      }
    }
  }
}
