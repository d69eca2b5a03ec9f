/// A time of day as it was written, with its zone when one was.
struct ClockTime: Equatable {
  var hour: Int
  var minute: Int
  /// 60 in a leap second.
  var second: Int
  /// The digits after the point, with the point.
  var fraction: String
  /// `Z`, or the offset as in `+03:00`; `nil` for the place's own zone.
  var zone: String?

  static let midnight = ClockTime(hour: 0, minute: 0, second: 0, fraction: "", zone: nil)

  init(hour: Int, minute: Int, second: Int, fraction: String, zone: String?) {
    (self.hour, self.minute, self.second) = (hour, minute, second)
    (self.fraction, self.zone) = (fraction, zone)
  }

  /// Reads ISO 8601's `09`, `09:30`, `0930`, `09:30:15`, `093015`, with a fraction of the second and a zone; an
  /// hour alone only after a `T`, since it could be any number.
  init?(_ text: Substring.UTF8View, takesHourAlone: Bool) {
    var reader = DigitReader(bytes: Array(text))
    guard let hour = reader.number(2), hour < 24 else { return nil }
    (self.hour, minute, second, fraction) = (hour, 0, 0, "")
    let isExtended = reader.take(UInt8(ascii: ":"))
    if let minute = reader.number(2) {
      guard minute < 60 else { return nil }
      self.minute = minute
      let hasSecond = isExtended ? reader.take(UInt8(ascii: ":")) : reader.hasDigit
      if hasSecond {
        guard let second = reader.number(2), second <= 60 else { return nil }
        self.second = second
        if reader.take(UInt8(ascii: ".")) || reader.take(UInt8(ascii: ",")) {
          let digits = reader.digits()
          guard !digits.isEmpty else { return nil }
          fraction = "." + digits
        }
      }
    } else if isExtended || !takesHourAlone {
      return nil
    }
    guard let zone = reader.zone() else { return nil }
    self.zone = zone.isEmpty ? nil : zone
    if second == 60, self.zone == nil { return nil }
  }

  var text: String { "\(hour.padded(2)):\(minute.padded(2)):\(second.padded(2))\(fraction)" }
}

/// Reads digits and signs one after the other.
struct DigitReader {
  let bytes: [UInt8]
  var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { at == bytes.count }
  var hasDigit: Bool { at < bytes.count && bytes[at].isDigit }

  mutating func take(_ byte: UInt8) -> Bool {
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  /// A number of exactly so many digits.
  mutating func number(_ width: Int) -> Int? {
    guard bytes.count - at >= width, bytes[at..<at + width].allSatisfy(\.isDigit) else { return nil }
    defer { at += width }
    return bytes[at..<at + width].reduce(0) { $0 * 10 + Int($1 - 0x30) }
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
