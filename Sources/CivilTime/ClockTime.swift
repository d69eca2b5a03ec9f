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
