/// A day of the proleptic Gregorian calendar, counted from 1970-01-01.
package struct CalendarDate: Equatable {
  package var days: Int

  package init(days: Int) { self.days = days }

  package init(year: Int, month: Int, day: Int) {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.floored(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package var parts: (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted.floored(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  /// 0 for Monday.
  package var weekday: Int { (days + 3) - (days + 3).floored(by: 7) * 7 }

  /// RFC 3339's `full-date`; `nil` outside of the years 0 to 9999.
  package var text: String? {
    let (year, month, day) = parts
    guard (0...9999).contains(year) else { return nil }
    return "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))"
  }
}

extension Int {
  /// The digits with leading zeros.
  package func padded(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }

  /// The quotient rounded down.
  package func floored(by divisor: Int) -> Int {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}

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
