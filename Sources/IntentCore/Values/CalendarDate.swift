/// A day of the proleptic Gregorian calendar, counted from 1970-01-01.
struct CalendarDate: Equatable {
  var days: Int

  init(days: Int) { self.days = days }

  init(year: Int, month: Int, day: Int) {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.floored(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    days = era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  var parts: (year: Int, month: Int, day: Int) {
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
  var weekday: Int { (days + 3) - (days + 3).floored(by: 7) * 7 }

  /// RFC 3339's `full-date`; `nil` outside of the years 0 to 9999.
  var text: String? {
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
}
