/// Dates and times for people.
package enum DateText {
  /// `12:30:05` on the day of `today`, else `2026-11-30 12:30:05`.
  package static func text(_ time: CalendarTime, today: CalendarTime) -> String {
    let isToday = time.year == today.year && time.month == today.month && time.day == today.day
    return isToday ? clock(time) : "\(date(time)) \(clock(time))"
  }

  /// `12:30:05`.
  package static func clock(_ time: CalendarTime) -> String {
    "\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second))"
  }

  /// `2026-11-30`.
  package static func date(_ time: CalendarTime) -> String {
    "\(padded(time.year, 4))-\(padded(time.month))-\(padded(time.day))"
  }

  package static func padded(_ number: Int, _ digits: Int = 2) -> String {
    let text = String(number)
    let missing = digits - text.utf8.count
    return missing > 0 ? String(repeating: "0", count: missing) + text : text
  }
}

extension WallTime {
  /// The moment in UTC as RFC 3339 with microseconds, as in `2026-11-30T12:30:05.000000Z`.
  package var rfc3339: String {
    let (second, micro) = Self.floored(microseconds, 1_000_000)
    let (day, rest) = Self.floored(second, 86_400)
    let (year, month, dayOfMonth) = Self.civil(day)
    let time = CalendarTime(
      year: year, month: month, day: dayOfMonth, hour: rest / 3600, minute: rest / 60 % 60,
      second: rest % 60, offset: 0)
    return "\(DateText.date(time))T\(DateText.clock(time)).\(DateText.padded(micro, 6))Z"
  }

  private static func floored(_ number: Int, _ size: Int) -> (quotient: Int, rest: Int) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: size)
    return rest < 0 ? (quotient - 1, rest + size) : (quotient, rest)
  }

  /// The date of a day counted from 1970-01-01 in the proleptic Gregorian calendar. Years are counted from
  /// March, so that the day that leap years add is the last one.
  private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
    let daysBeforeMarchOfYearZero = 719_468
    let (era, dayOfEra) = floored(day + daysBeforeMarchOfYearZero, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
    return month < 10
      ? (era * 400 + yearOfEra, month + 3, dayOfMonth) : (era * 400 + yearOfEra + 1, month - 9, dayOfMonth)
  }
}
