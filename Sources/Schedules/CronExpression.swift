internal import CivilTime

/// When something is due, in the five fields of Vixie's cron (crontab(5)), matched against the clocks of a place.
package struct CronExpression: Sendable, Equatable {
  /// The allowed numbers of a field, a bit each.
  struct Field: Sendable, Equatable {
    var bits: UInt64
    /// Whether it begins with `*`, which decides how the days combine and what a change of the clocks means.
    var isStar: Bool
    /// The field as it was written.
    var text: String

    func contains(_ number: Int) -> Bool { bits >> UInt64(number) & 1 == 1 }

    /// The least allowed number that is not less.
    func first(from number: Int) -> Int? {
      guard number < 64 else { return nil }
      let rest = (bits >> UInt64(number)) << UInt64(number)
      return rest == 0 ? nil : rest.trailingZeroBitCount
    }

    var numbers: [Int] { (0..<64).filter(contains) }

    static func == (left: Field, right: Field) -> Bool {
      left.bits == right.bits && left.isStar == right.isStar
    }
  }

  var minutes: Field
  var hours: Field
  var days: Field
  var months: Field
  /// 0 for Sunday.
  var weekdays: Field

  /// Whether hours or minutes begin with `*`: then it follows real time when the clocks are changed. Else it is
  /// due at fixed hours, each of them once.
  package var followsRealTime: Bool { minutes.isStar || hours.isStar }

  /// Whether a day must be allowed by both fields, as it must when either begins with `*`; else by one of them.
  var needsBothDays: Bool { days.isStar || weekdays.isStar }

  /// Whether there is a day that it allows, in any year.
  var everMatches: Bool {
    if !needsBothDays { return true }
    return months.numbers.contains { month in days.first(from: 1).map { $0 <= Self.longest(month) } ?? false }
  }

  private static func longest(_ month: Int) -> Int {
    month == 2 ? 29 : [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}

extension CronExpression {
  /// The five fields: numbers, and as it was written what begins with `*`, which means more than its numbers.
  package var fields: String {
    [minutes, hours, days, months, weekdays].map { field in
      field.isStar ? field.text : Self.list(field.numbers)
    }.joined(separator: " ")
  }

  package var minuteNumbers: [Int] { minutes.numbers }

  /// The same as calendars of systemd.time(7), without a zone; two where either day will do.
  package var calendars: [String] {
    let time = "\(Self.list(hours, of: 24)):\(Self.list(minutes, of: 60)):00"
    let month = Self.list(months, of: 12)
    let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let weekday =
      weekdays.numbers.count == 7 ? "" : weekdays.numbers.map { names[$0] }.joined(separator: ",") + " "
    if needsBothDays { return ["\(weekday)*-\(month)-\(Self.list(days, of: 31)) \(time)"] }
    return ["*-\(month)-\(Self.list(days, of: 31)) \(time)", "\(weekday)*-\(month)-* \(time)"]
  }

  private static func list(_ field: Field, of all: Int) -> String {
    field.numbers.count == all ? "*" : list(field.numbers)
  }

  private static func list(_ numbers: [Int]) -> String { numbers.map { String($0) }.joined(separator: ",") }
}

extension CronExpression {
  /// The minutes of the day, by month, at which the clocks go on after they skipped one of its fixed times.
  package func resumptions(_ changes: [ZoneRules.Change]) -> [(month: Int, minute: Int)] {
    if followsRealTime { return [] }
    var found: [(month: Int, minute: Int)] = []
    for change in changes where change.after > change.before {
      let skipped = (change.at + change.before)..<(change.at + change.after)
      let isHit = (skipped.lowerBound.floored(by: 60)..<skipped.upperBound.floored(by: 60)).contains {
        minute in
        let time = minute - minute.floored(by: 1440) * 1440
        return hours.contains(time / 60) && minutes.contains(time % 60)
      }
      guard isHit else { continue }
      let end = skipped.upperBound.floored(by: 60)
      let day = end.floored(by: 1440)
      let month = CalendarDate(days: day).parts.month
      let minute = end - day * 1440
      if !found.contains(where: { $0 == (month, minute) }) { found.append((month, minute)) }
    }
    return found
  }
}
