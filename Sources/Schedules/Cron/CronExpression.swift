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
    switch month {
    case 2: 29
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package init(_ text: String) throws(CronFault) { self = try CronReader.read(text) }

  init(minutes: Field, hours: Field, days: Field, months: Field, weekdays: Field) {
    (self.minutes, self.hours, self.days) = (minutes, hours, days)
    (self.months, self.weekdays) = (months, weekdays)
  }
}
