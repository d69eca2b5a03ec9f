package import CivilTime

/// How the clocks of a place are set: its offsets from UTC, and the moments at which they change.
///
/// Moments are seconds since 1970 in UTC; what the clocks show is counted in seconds since 1970-01-01 00:00 of
/// their own.
package struct ZoneRules: Sendable, Equatable {
  /// A stretch of time under one offset, from `start` up to, not including, `end`.
  package struct Period: Sendable, Equatable {
    package var start: Int
    package var end: Int
    /// Seconds east of UTC.
    package var offset: Int
  }

  /// When the clocks of a place show a time of theirs.
  package enum Showing: Sendable, Equatable {
    case once(Int)
    /// The clocks are set back; the first of the two moments.
    case twice(Int)
    /// The clocks are set forward past it; the moment at which they are.
    case skipped(Int)
  }

  /// Moments at which the offset changes, ascending.
  let changes: [Int]
  /// The offset before the first change, then that after each.
  let offsets: [Int]
  /// What holds after the last change; without it the last offset stays.
  let rule: PosixZone?

  package static let utc = ZoneRules(changes: [], offsets: [0], rule: nil)

  package func period(at moment: Int) -> Period {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    let start = low > 0 ? changes[low - 1] : .min
    if low < changes.count { return Period(start: start, end: changes[low], offset: offsets[low]) }
    guard let rule else { return Period(start: start, end: .max, offset: offsets[low]) }
    var period = rule.period(at: moment)
    period.start = max(period.start, start)
    return period
  }

  package func offset(at moment: Int) -> Int { period(at: moment).offset }

  /// When the clocks show so many seconds.
  package func moment(showing shown: Int) -> Showing {
    var period = period(at: shown - Self.widest)
    while true {
      let moment = shown - period.offset
      if moment < period.start { return .skipped(period.start) }
      if moment < period.end {
        guard period.end != .max else { return .once(moment) }
        let next = self.period(at: period.end)
        return shown - next.offset >= next.start ? .twice(moment) : .once(moment)
      }
      period = self.period(at: period.end)
    }
  }

  /// What the clocks show, as a calendar has it.
  package func local(_ time: WallTime) -> CalendarTime {
    let moment = time.wholeSeconds
    let offset = offset(at: moment)
    let shown = moment + offset
    let date = CalendarDate(days: shown.floored(by: 86_400))
    let second = shown - date.days * 86_400
    return CalendarTime(
      year: date.parts.year, month: date.parts.month, day: date.parts.day, hour: second / 3600,
      minute: second / 60 % 60, second: second % 60, offset: offset)
  }

  /// No clocks are further from UTC, in seconds.
  private static let widest = 26 * 3600
}

extension ZoneRules {
  /// A moment at which the clocks are set.
  package struct Change: Sendable, Equatable {
    package var at: Int
    package var before: Int
    package var after: Int
  }

  /// How the clocks are set in the two years to come.
  package func changes(after time: WallTime) -> [Change] {
    let start = time.wholeSeconds
    var period = period(at: start)
    var changes: [Change] = []
    while period.end < start + 731 * 86_400 {
      let next = self.period(at: period.end)
      if next.offset != period.offset {
        changes.append(Change(at: period.end, before: period.offset, after: next.offset))
      }
      period = next
    }
    return changes
  }

  /// The offsets of the two years to come, each once.
  package func offsets(after time: WallTime) -> [Int] {
    var offsets = [offset(at: time.wholeSeconds)]
    for change in changes(after: time) where !offsets.contains(change.after) { offsets.append(change.after) }
    return offsets
  }
}
