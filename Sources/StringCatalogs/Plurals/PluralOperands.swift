package import JSON

/// The properties of a written number that plural rules look at (Unicode TR 35, part 3, "Operands").
package struct PluralOperands: Sendable, Equatable {
  /// The whole part without its sign.
  package var i: UInt64
  /// How many digits stand after the point, with and without those zeros that end them.
  package var v = 0
  package var w = 0
  /// The digits after the point as a number, with and without those zeros.
  package var f: UInt64 = 0
  package var t: UInt64 = 0

  package init(_ number: Int) { i = UInt64(number.magnitude) }

  /// Reads a decimal such as `1.50`; a whole number whose digits do not fit counts by the last of them.
  package init?(decimal text: some StringProtocol) {
    var isWhole = true
    var hasDigits = false
    i = 0
    var rest = text.utf8[...]
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    for byte in rest {
      switch byte {
      case 0x30...0x39:
        hasDigits = true
        let digit = UInt64(byte - 0x30)
        if isWhole {
          i = Self.appended(i, digit)
        } else if v < 18 {
          v += 1
          f = f * 10 + digit
        }
      case UInt8(ascii: ".") where isWhole && hasDigits: isWhole = false
      default: return nil
      }
    }
    guard hasDigits, isWhole || v > 0 else { return nil }
    (w, t) = (v, f)
    while w > 0, t.isMultiple(of: 10) { (w, t) = (w - 1, t / 10) }
  }

  /// The operands of a value that is a number, `nil` for any other.
  package init?(_ value: Value) {
    switch value {
    case .integer(let number): self.init(number)
    case .number(let number):
      if let operands = PluralOperands(decimal: number.description) {
        self = operands
      } else {
        guard number.isFinite, number.magnitude < 1e19 else { return nil }
        self.init(Int(clamping: UInt64(number.magnitude)))
      }
    default: return nil
    }
  }

  /// Keeps the digits that rules can see: they look at no more than the last million's.
  private static func appended(_ number: UInt64, _ digit: UInt64) -> UInt64 {
    let limit: UInt64 = 1_000_000_000_000
    let next = number * 10 + digit
    return next < limit * 10 ? next : limit + next % limit
  }

  /// Whether the number is whole, whatever zeros it is written with.
  var isWhole: Bool { t == 0 }
  func isNumber(_ number: UInt64) -> Bool { isWhole && i == number }
}
