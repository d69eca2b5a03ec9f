/// Dates and times for people.
package enum DateText {
  /// `12:30:05` on the day of `today`, else `2026-11-30 12:30:05`.
  package static func text(_ time: CalendarTime, today: CalendarTime) -> String {
    let isToday = time.year == today.year && time.month == today.month && time.day == today.day
    return isToday ? clock(time) : "\(date(time)) \(clock(time))"
  }

  /// `12:30:05`.
  package static func clock(_ time: CalendarTime) -> String {
    "\(time.hour.padded(2)):\(time.minute.padded(2)):\(time.second.padded(2))"
  }

  /// `2026-11-30`.
  package static func date(_ time: CalendarTime) -> String {
    "\(time.year.padded(4))-\(time.month.padded(2))-\(time.day.padded(2))"
  }
}

extension WallTime {
  /// The moment in UTC as RFC 3339 with microseconds, as in `2026-11-30T12:30:05.000000Z`.
  package var rfc3339: String {
    let dayLength = 86_400_000_000
    let rest = microseconds % dayLength
    let (second, micro) = (rest < 0 ? rest + dayLength : rest).quotientAndRemainder(dividingBy: 1_000_000)
    let (year, month, dayOfMonth) = CalendarDate(days: microseconds.floored(by: dayLength)).parts
    let time = CalendarTime(
      year: year, month: month, day: dayOfMonth, hour: second / 3600, minute: second / 60 % 60,
      second: second % 60, offset: 0)
    return "\(DateText.date(time))T\(DateText.clock(time)).\(micro.padded(6))Z"
  }
}
