internal import JSON

/// A conversion of a format, as printf(3) and Apple's `%@` have them.
package struct FormatConversion: Sendable, Equatable {
  package enum Kind: Sendable, Equatable { case object, integer, decimal }
  package var kind: Kind
  /// Digits after the point; six when it is not said.
  package var precision: Int?
  package var width: Int
  package var isLeftAligned: Bool
  package var padsWithZeros: Bool
  package var showsPlus: Bool

  static let object = FormatConversion(kind: .object)

  private init(kind: Kind) {
    self.kind = kind
    width = 0
    isLeftAligned = false
    padsWithZeros = false
    showsPlus = false
  }

  /// Reads what follows a percent sign, as in `lld`; `nil` when it is no conversion.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let (conversion, length) = Self.read(bytes[...]), length == bytes.count else { return nil }
    self = conversion
  }

  private static let widest = 100

  static func read(_ bytes: ArraySlice<UInt8>) -> (FormatConversion, length: Int)? {
    var at = bytes.startIndex
    var conversion = FormatConversion.object
    flags: while at < bytes.endIndex {
      switch bytes[at] {
      case UInt8(ascii: "-"): conversion.isLeftAligned = true
      case UInt8(ascii: "0"): conversion.padsWithZeros = true
      case UInt8(ascii: "+"): conversion.showsPlus = true
      case UInt8(ascii: "'"): break
      default: break flags
      }
      at += 1
    }
    conversion.width = number(bytes, &at) ?? 0
    if at < bytes.endIndex, bytes[at] == UInt8(ascii: ".") {
      at += 1
      conversion.precision = number(bytes, &at) ?? 0
    }
    while at < bytes.endIndex, "hlqLztj".utf8.contains(bytes[at]) { at += 1 }
    guard at < bytes.endIndex, conversion.width <= widest, conversion.precision ?? 0 <= widest else {
      return nil
    }
    switch bytes[at] {
    case UInt8(ascii: "@"), UInt8(ascii: "s"): conversion.kind = .object
    case UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "u"): conversion.kind = .integer
    case UInt8(ascii: "f"), UInt8(ascii: "F"): conversion.kind = .decimal
    default: return nil
    }
    return (conversion, at + 1 - bytes.startIndex)
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ at: inout Int) -> Int? {
    let start = at
    var number = 0
    while at < bytes.endIndex, case 0x30...0x39 = bytes[at], at - start < 4 {
      number = number * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    return at > start ? number : nil
  }
}

extension FormatConversion {
  /// The argument as the conversion writes it; a value of another kind is written plainly.
  func text(_ value: Value) -> String {
    var digits: String
    switch (kind, value) {
    case (.integer, .integer(let number)): digits = String(number)
    case (.integer, .number(let number)) where number.magnitude < 1e15: digits = String(Int(number))
    case (.decimal, _) where value.doubleValue != nil:
      digits = Self.fixed(value.doubleValue ?? 0, precision: precision ?? 6)
    default: return padded(value.plainText ?? (value == .null ? "" : value.json()), isNumber: false)
    }
    if showsPlus, digits.utf8.first != UInt8(ascii: "-") { digits = "+" + digits }
    return padded(digits, isNumber: true)
  }

  private func padded(_ text: String, isNumber: Bool) -> String {
    let missing = width - text.unicodeScalars.count
    if missing <= 0 { return text }
    if isLeftAligned { return text + String(repeating: " ", count: missing) }
    guard padsWithZeros, isNumber else { return String(repeating: " ", count: missing) + text }
    let zeros = String(repeating: "0", count: missing)
    guard let sign = text.first, sign == "-" || sign == "+" else { return zeros + text }
    return String(sign) + zeros + text.dropFirst()
  }

  /// The number with so many digits after the point; plainly where they would not be exact.
  private static func fixed(_ number: Double, precision: Int) -> String {
    let shown = min(precision, 9)
    var scale = 1.0
    for _ in 0..<shown { scale *= 10 }
    let scaled = (number.magnitude * scale).rounded(.toNearestOrEven)
    guard scaled < 1e15 else { return number.description }
    let (whole, fraction) = Int(scaled).quotientAndRemainder(dividingBy: Int(scale))
    let sign = number < 0 && scaled > 0 ? "-" : ""
    if precision == 0 { return "\(sign)\(String(whole))" }
    let digits = String(fraction)
    let lead = String(repeating: "0", count: shown - digits.utf8.count)
    return "\(sign)\(String(whole)).\(lead)\(digits)" + String(repeating: "0", count: precision - shown)
  }
}
