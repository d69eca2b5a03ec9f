package import CivilTime

extension CronExpression {
  /// No schedule that ever matches waits longer: 29 February on a day of the week waits 40 years.
  private static let horizon = 100 * 366

  /// The first moment after another at which it is due.
  ///
  /// At fixed hours each time of the day counts once: one that the clocks skip is due right after, several
  /// together; one that they show twice is due the first time. With a `*` for hours or minutes, whatever the clocks
  /// show is what counts.
  package func next(after time: WallTime, in zone: ZoneRules) -> Occurrence? {
    let moment = time.wholeSeconds
    return followsRealTime ? nextShown(after: moment, zone) : nextFixed(after: moment, zone)
  }

  private func nextShown(after moment: Int, _ zone: ZoneRules) -> Occurrence? {
    var period = zone.period(at: moment + 1)
    let last = moment + Self.horizon * 86_400
    while true {
      let from = max(moment + 1, period.start) + period.offset
      let end = min(period.end, last)
      let minute = firstMinute(
        from: (from + 59).floored(by: 60), before: (end + period.offset + 59).floored(by: 60))
      if let minute { return Occurrence(at: WallTime(seconds: minute * 60 - period.offset)) }
      guard period.end < last else { return nil }
      period = zone.period(at: period.end)
    }
  }

  private func nextFixed(after moment: Int, _ zone: ZoneRules) -> Occurrence? {
    var from = (moment + zone.offset(at: moment)).floored(by: 60) + 1
    let end = from + Self.horizon * 1440
    while let minute = firstMinute(from: from, before: end) {
      let found: (at: Int, change: Occurrence.Change) =
        switch zone.moment(showing: minute * 60) {
        case .once(let at): (at, .none)
        case .twice(let at): (at, .first)
        case .skipped(let at): (at, .skipped(minute - minute.floored(by: 1440) * 1440))
        }
      if found.at > moment { return Occurrence(at: WallTime(seconds: found.at), change: found.change) }
      from = minute + 1
    }
    return nil
  }

  /// The first minute that it allows, counted from 1970 as the clocks count.
  private func firstMinute(from minute: Int, before end: Int) -> Int? {
    guard minute < end else { return nil }
    var day = minute.floored(by: 1440)
    var from = minute - day * 1440
    let lastDay = (end - 1).floored(by: 1440)
    while day <= lastDay {
      let date = CalendarDate(days: day).parts
      guard months.contains(date.month) else {
        day = CalendarDate.firstDay(afterMonth: date.month, of: date.year)
        from = 0
        continue
      }
      if allows(day: day, date.day), let time = firstTime(from: from) {
        let found = day * 1440 + time
        return found < end ? found : nil
      }
      day += 1
      from = 0
    }
    return nil
  }

  private func allows(day: Int, _ dayOfMonth: Int) -> Bool {
    let isDay = days.contains(dayOfMonth)
    // 1970-01-01 was a Thursday.
    let isWeekday = weekdays.contains((day + 4) - (day + 4).floored(by: 7) * 7)
    return needsBothDays ? isDay && isWeekday : isDay || isWeekday
  }

  /// The first minute of a day.
  private func firstTime(from minute: Int) -> Int? {
    if hours.contains(minute / 60), let found = minutes.first(from: minute % 60) {
      return minute / 60 * 60 + found
    }
    guard let hour = hours.first(from: minute / 60 + 1), let found = minutes.first(from: 0) else {
      return nil
    }
    return hour * 60 + found
  }
}
