/// Reads digits and signs one after the other.
package struct DigitReader {
  package let bytes: [UInt8]
  var at = 0

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package var isAtEnd: Bool { at == bytes.count }
  var hasDigit: Bool { at < bytes.count && bytes[at].isDigit }

  package mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  /// A number of exactly so many digits.
  package mutating func number(_ width: Int) -> Int? {
    guard bytes.count - at >= width, bytes[at..<at + width].allSatisfy(\.isDigit) else { return nil }
    defer { at += width }
    return bytes[at..<at + width].reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// A day as RFC 3339 writes it, if there is such a day.
  mutating func date() -> CalendarDate? {
    guard let year = number(4), take(UInt8(ascii: "-")), let month = number(2), take(UInt8(ascii: "-")),
      let day = number(2)
    else { return nil }
    let date = CalendarDate(year: year, month: month, day: day)
    return date.parts == (year, month, day) ? date : nil
  }

  mutating func digits() -> String {
    let start = at
    while hasDigit { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// The zone that the rest is, empty at the end; `nil` when it is none.
  mutating func zone() -> String? {
    if isAtEnd { return "" }
    let sign = bytes[at]
    at += 1
    if sign | 0x20 == UInt8(ascii: "z") { return isAtEnd ? "Z" : nil }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"), let hours = number(2), hours < 24 else {
      return nil
    }
    var minutes = 0
    if !isAtEnd {
      _ = take(UInt8(ascii: ":"))
      guard let number = number(2), number < 60, isAtEnd else { return nil }
      minutes = number
    }
    return "\(sign == UInt8(ascii: "+") ? "+" : "-")\(hours.padded(2)):\(minutes.padded(2))"
  }
}

extension UInt8 {
  package var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
