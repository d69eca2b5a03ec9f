package import CivilTime

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

extension CronExpression {
  /// The minutes of the day, by month, at which the clocks go on after they skipped one of its fixed times.
  package func resumptions(_ changes: [ZoneRules.Change]) -> [(month: Int, minute: Int)] {
    if followsRealTime { return [] }
    var found: [(month: Int, minute: Int)] = []
    for change in changes where change.after > change.before {
      let skipped = (change.at + change.before)..<(change.at + change.after)
      let isHit = stride(
        from: skipped.lowerBound.floored(by: 60), to: skipped.upperBound.floored(by: 60), by: 1
      )
      .contains { minute in
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
