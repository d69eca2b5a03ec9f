package import CivilTime

extension Schedule {
  /// Times of a day, each `HH:MM`, on the days of the week that a field of cron's names, such as `mon-fri`.
  package static func daily(
    at times: [String], on days: String? = nil, zone: String? = nil
  ) throws(CronFault) -> Schedule {
    let weekdays = try days.map { text throws(CronFault) in try CronReader.weekdays(text) }
    var expressions: [CronExpression] = []
    for text in times {
      guard let (hour, minute) = clock(text) else {
        throw CronFault(.syntax, field: "time", piece: text, offset: 0, allowed: "00:00 to 23:59")
      }
      expressions.append(
        CronExpression(
          minutes: .only(minute), hours: .only(hour), days: .all(1...31), months: .all(1...12),
          weekdays: weekdays ?? .all(0...6)))
    }
    return Schedule(
      rule: .calendar(expressions), zone: zone,
      text: times.joined(separator: ", ") + (days.map { " \($0)" } ?? ""))
  }

  package static func cron(_ text: String, zone: String? = nil) throws(CronFault) -> Schedule {
    Schedule(rule: .calendar([try CronExpression(text)]), zone: zone, text: text)
  }

  /// `nil` unless it is whole minutes, at least one, and at most ten years.
  package static func every(_ text: String, from start: WallTime? = nil, zone: String? = nil) -> Schedule? {
    guard let duration = Duration(text: text), duration >= .seconds(60), duration <= .seconds(3660 * 86_400),
      case let seconds = duration.wholeNanoseconds / 1_000_000_000, seconds.isMultiple(of: 60),
      duration == .seconds(seconds)
    else { return nil }
    let from = (start?.wholeSeconds ?? 0).floored(by: 60) * 60
    return Schedule(rule: .interval(seconds, from: from), zone: zone, text: "every \(text)")
  }

  private static func clock(_ text: String) -> (hour: Int, minute: Int)? {
    var reader = DigitReader(bytes: Array(text.utf8))
    guard let hour = reader.number(2), reader.take(UInt8(ascii: ":")), let minute = reader.number(2),
      reader.isAtEnd, hour < 24, minute < 60
    else { return nil }
    return (hour, minute)
  }
}

extension CronExpression.Field {
  fileprivate static func only(_ number: Int) -> Self {
    Self(bits: 1 << UInt64(number), isStar: false, text: String(number))
  }

  fileprivate static func all(_ range: ClosedRange<Int>) -> Self {
    Self(bits: range.reduce(0) { $0 | 1 << UInt64($1) }, isStar: true, text: "*")
  }
}
