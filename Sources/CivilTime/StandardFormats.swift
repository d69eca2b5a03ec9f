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

/// Dates and times of RFC 3339, §5.6.
package enum DateFormat {
  package static func isDate(_ bytes: ArraySlice<UInt8>) -> Bool {
    var reader = DigitReader(bytes: Array(bytes))
    return reader.date() != nil && reader.isAtEnd
  }

  package static func isDateTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    var reader = DigitReader(bytes: Array(bytes))
    guard reader.date() != nil, reader.take(UInt8(ascii: "T")) || reader.take(UInt8(ascii: "t")) else {
      return false
    }
    return isTime(&reader)
  }

  package static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    var reader = DigitReader(bytes: Array(bytes))
    return isTime(&reader)
  }

  /// A time with its offset; a leap second only where one can be, at 23:59:60 UTC.
  private static func isTime(_ reader: inout DigitReader) -> Bool {
    guard let hour = reader.number(2), reader.take(UInt8(ascii: ":")), let minute = reader.number(2),
      reader.take(UInt8(ascii: ":")), let second = reader.number(2), hour < 24, minute < 60, second <= 60
    else { return false }
    if reader.take(UInt8(ascii: ".")), reader.digits().isEmpty { return false }
    guard let offset = offset(&reader), reader.isAtEnd else { return false }
    return second < 60 || (hour * 60 + minute - offset + 2 * 1440) % 1440 == 1439
  }

  /// Minutes east of UTC.
  private static func offset(_ reader: inout DigitReader) -> Int? {
    if reader.take(UInt8(ascii: "Z")) || reader.take(UInt8(ascii: "z")) { return 0 }
    let isWest = reader.take(UInt8(ascii: "-"))
    guard isWest || reader.take(UInt8(ascii: "+")), let hour = reader.number(2),
      reader.take(UInt8(ascii: ":")),
      let minute = reader.number(2), hour < 24, minute < 60
    else { return nil }
    return (hour * 60 + minute) * (isWest ? -1 : 1)
  }
}

/// Durations by the grammar of RFC 3339, appendix A: units without gaps, weeks alone.
package enum DurationFormat {
  package static func accepts(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.first == UInt8(ascii: "P") else { return false }
    let parts = bytes.dropFirst().split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
    guard parts.count <= 2, let date = units(parts[0]) else { return false }
    if parts.count == 1 { return date == "W".utf8.map { $0 } || isRun(date, of: "YMD") }
    guard let time = units(parts[1]), isRun(time, of: "HMS") else { return false }
    return date.isEmpty || isRun(date, of: "YMD")
  }

  /// The letters of the units, `nil` where a number or its letter is missing.
  private static func units(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    var letters: [UInt8] = []
    var hasDigits = false
    for byte in bytes {
      if byte.isDigit {
        hasDigits = true
      } else {
        guard hasDigits else { return nil }
        letters.append(byte)
        hasDigits = false
      }
    }
    return hasDigits ? nil : letters
  }

  /// Whether the letters stand side by side in the order of all.
  private static func isRun(_ letters: [UInt8], of all: StaticString) -> Bool {
    let all = Array(all.description.utf8)
    guard let first = letters.first, let start = all.firstIndex(of: first) else { return false }
    return all[start...].starts(with: letters)
  }
}
