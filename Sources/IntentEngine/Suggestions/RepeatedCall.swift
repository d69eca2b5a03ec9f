internal import Glibc
package import IntentCore

/// A call that was made before, and how much speaks for making it now.
package struct RepeatedCall: Sendable {
  let path: String
  let intent: String
  /// The values of the last time, without those that are the definition's defaults.
  package var values: ValueObject
  package var count = 0
  package let last: WallTime
  /// How often within an hour of this time of day, and on this day of the week.
  package var atHour = 0
  package var onWeekday = 0
  package var score = 0.0

  /// After so many days a run counts half.
  static let halfLife = 14.0

  /// Counts a run in: it is worth 1, or up to 3 when it was about this hour and on this day of the week, and half as
  /// much for every half-life that has passed since.
  mutating func count(_ donation: PastCall, now: WallTime, _ clock: World.Clock) {
    let (then, today) = (clock.local(donation.at), clock.local(now))
    let apart = abs(then.minuteOfDay - today.minuteOfDay)
    let isAtHour = min(apart, 1440 - apart) <= 60
    let isOnWeekday = then.weekday == today.weekday
    count += 1
    if isAtHour { atHour += 1 }
    if isOnWeekday { onWeekday += 1 }
    let days = max(0, Double(now.microseconds - donation.at.microseconds) / 86_400_000_000)
    score += exp2(-days / Self.halfLife) * (1 + (isAtHour ? 1.5 : 0) + (isOnWeekday ? 0.5 : 0))
  }
}

extension CalendarTime {
  fileprivate var minuteOfDay: Int { hour * 60 + minute }

  /// 0 for Sunday (Sakamoto's method).
  fileprivate var weekday: Int {
    let shifts = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let year = month < 3 ? year - 1 : year
    return (year + year / 4 - year / 100 + year / 400 + shifts[(month + 11) % 12] + day) % 7
  }
}
