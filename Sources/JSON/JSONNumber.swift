/// The grammar of numbers (RFC 8259 §6), also for text that comes from the command line.
package enum JSONNumber: Sendable, Equatable {
  /// A whole number that fits, however it was written: `100`, `100.0`, `1e2`.
  case integer(Int)
  case number(Double)
  /// Not a number, with a hint for whoever wrote it.
  case fault(String)

  /// One that is written as a whole number is exact or too large; never another one.
  package static func read(_ bytes: ArraySlice<UInt8>) -> JSONNumber {
    var scan = Scan(bytes: bytes, at: bytes.startIndex)
    if let fault = scan.run() { return .fault(fault) }
    if let whole = scan.whole { return .integer(whole) }
    let isWritten = bytes.allSatisfy { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
    guard !isWritten, let number = Double(String(decoding: bytes, as: UTF8.self)), number.isFinite else {
      return .fault("the number is too large")
    }
    return .number(number)
  }

  /// A number as it is written, so that it reads as the same: a whole one in full, since its shortest digits with
  /// an exponent would read as another whole number. `null` for what JSON cannot say.
  package static func text(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return String(whole) }
    return number.isFinite ? number.description : "null"
  }

  private struct Scan {
    let bytes: ArraySlice<UInt8>
    var at: Int
    /// All digits as one number, `nil` once they do not fit.
    var digits: Int? = 0
    var exponent = 0
    var isNegative = false

    /// The hint of the first thing that is wrong.
    mutating func run() -> String? {
      if peek == UInt8(ascii: "+") { return "a number has no plus sign" }
      if peek == UInt8(ascii: "-") {
        isNegative = true
        at += 1
      }
      if peek == UInt8(ascii: ".") { return "a digit belongs before the point" }
      guard let first = digit else { return "a number is made of the digits 0 to 9" }
      if first == 0 {
        if let next = peek, next | 0x20 == UInt8(ascii: "x") { return "numbers are decimal" }
        if digit != nil { return "a number has no leading zero" }
      }
      while digit != nil {}
      if peek == UInt8(ascii: ".") {
        at += 1
        let point = at
        while digit != nil { exponent -= 1 }
        if at == point { return "a digit belongs after the point" }
      }
      if let next = peek, next | 0x20 == UInt8(ascii: "e") { if let fault = readExponent() { return fault } }
      return at == bytes.endIndex ? nil : "a number is made of the digits 0 to 9"
    }

    private var peek: UInt8? { at < bytes.endIndex ? bytes[at] : nil }

    private var digit: Int? {
      mutating get {
        guard let byte = peek, case 0x30...0x39 = byte else { return nil }
        at += 1
        let value = Int(byte - 0x30)
        digits = digits.flatMap { Self.shifted($0, adding: value) }
        return value
      }
    }

    private mutating func readExponent() -> String? {
      let kept = digits
      digits = 0
      defer { digits = kept }
      at += 1
      let isNegative = peek == UInt8(ascii: "-")
      if isNegative || peek == UInt8(ascii: "+") { at += 1 }
      let start = at
      while digit != nil {}
      if at == start { return "a digit belongs after the e" }
      let size = min(digits ?? 100_000_000, 100_000_000)
      exponent += isNegative ? -size : size
      return nil
    }

    private static func shifted(_ number: Int, adding digit: Int) -> Int? {
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      let (sum, second) = product.addingReportingOverflow(digit)
      return second ? nil : sum
    }

    /// The number when it is whole and fits.
    var whole: Int? {
      guard var number = digits else {
        return exponent == 0 ? Int(String(decoding: bytes, as: UTF8.self)) : nil
      }
      if number == 0 { return 0 }
      var power = exponent
      while power < 0 {
        guard number.isMultiple(of: 10) else { return nil }
        (number, power) = (number / 10, power + 1)
      }
      while power > 0 {
        guard let next = Self.shifted(number, adding: 0) else { return nil }
        (number, power) = (next, power - 1)
      }
      return isNegative ? -number : number
    }
  }
}
