package import CivilTime

/// When an automation is due.
package struct Schedule: Sendable, Equatable {
  package enum Rule: Sendable, Equatable {
    /// Whenever one of them is.
    case calendar([CronExpression])
    /// So many seconds apart, counted from a moment on, in seconds since 1970; clocks and days do not matter.
    case interval(Int, from: Int)
  }

  package var rule: Rule
  /// The name of the zone whose clocks count; `nil` for the machine's own.
  package var zone: String?
  /// The schedule as it was written.
  package var text: String

  package init(rule: Rule, zone: String? = nil, text: String) {
    (self.rule, self.zone, self.text) = (rule, zone, text)
  }

  /// The first moment after another at which it is due; `nil` when it never is again.
  package func next(after time: WallTime, in zone: ZoneRules) -> Occurrence? {
    switch rule {
    case .interval(let seconds, let start):
      let moment = time.wholeSeconds
      let steps = moment < start ? 0 : (moment - start) / seconds + 1
      return Occurrence(at: WallTime(seconds: start + steps * seconds))
    case .calendar(let expressions):
      return expressions.compactMap { $0.next(after: time, in: zone) }.min { $0.at < $1.at }
    }
  }

  /// The last moment up to another at which it was due; `nil` when it was not in the hundred years before.
  package func latest(upTo time: WallTime, in zone: ZoneRules) -> Occurrence? {
    if case .interval(let seconds, let start) = rule {
      let moment = time.wholeSeconds
      return moment < start
        ? nil : Occurrence(at: WallTime(seconds: start + (moment - start) / seconds * seconds))
    }
    var span = 120
    while span < 100 * 366 * 86_400 {
      var from = WallTime(seconds: time.wholeSeconds - span)
      var latest: Occurrence?
      while let next = next(after: from, in: zone), next.at <= time {
        latest = next
        from = next.at
      }
      if let latest { return latest }
      span *= 2
    }
    return nil
  }
}

/// A moment at which something is due.
package struct Occurrence: Sendable, Equatable {
  /// What a change of the clocks made of it.
  package enum Change: Sendable, Equatable {
    case none
    /// The clocks skip the time that was meant, in minutes of the day: due right after.
    case skipped(Int)
    /// The clocks show the time twice: due the first time alone.
    case first
  }

  package var at: WallTime
  package var change: Change

  package init(at: WallTime, change: Change = .none) {
    (self.at, self.change) = (at, change)
  }
}

extension Schedule {
  /// Times of a day, each `HH:MM`, on the days of the week that a field of cron's names, such as `mon-fri`.
  package static func daily(
    at times: [String], on days: String? = nil, zone: String? = nil
  ) throws(CronFault) -> Schedule {
    let weekdays = try days.map { text throws(CronFault) in try CronReader.weekdays(text) }
    let expressions = try times.map { text throws(CronFault) in
      guard let (hour, minute) = clock(text) else {
        throw CronFault(problem: .syntax, field: "time", piece: text, allowed: "00:00 to 23:59")
      }
      return CronExpression(
        minutes: .only(minute), hours: .only(hour), days: .all(1...31), months: .all(1...12),
        weekdays: weekdays ?? .all(0...6))
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
