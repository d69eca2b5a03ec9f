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
    self.rule = rule
    self.zone = zone
    self.text = text
  }

  /// The first moment after another at which it is due; `nil` when it never is again.
  package func next(after time: WallTime, in zone: ZoneRules) -> Occurrence? {
    switch rule {
    case .interval(let seconds, let start):
      let moment = time.wholeSeconds
      let steps = moment < start ? 0 : (moment - start) / seconds + 1
      return Occurrence(at: WallTime(seconds: start + steps * seconds))
    case .calendar(let expressions):
      var first: Occurrence?
      for expression in expressions {
        guard let next = expression.next(after: time, in: zone) else { continue }
        if let known = first, known.at <= next.at { continue }
        first = next
      }
      return first
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
