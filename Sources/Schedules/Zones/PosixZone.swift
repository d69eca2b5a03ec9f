internal import CivilTime

/// The rule of a zone as POSIX writes it in `TZ`, such as `CET-1CEST,M3.5.0,M10.5.0/3` (RFC 9636, section 3.3.1).
struct PosixZone: Sendable, Equatable {
  /// A day of every year.
  enum Day: Sendable, Equatable {
    /// 1 to 365; 29 February is never counted.
    case julian(Int)
    /// 0 to 365; 29 February is counted.
    case ordinal(Int)
    /// Week 1 to 5, where 5 is the last; the day of the week counts from Sunday, which is 0.
    case weekday(month: Int, week: Int, day: Int)
  }

  /// A moment of every year, in seconds of the clocks before they are set.
  struct Change: Sendable, Equatable {
    var day: Day
    var second: Int
  }

  /// The summer time of a zone.
  struct Summer: Sendable, Equatable {
    var offset: Int
    var start: Change
    var end: Change
  }

  /// Seconds east of UTC in winter.
  var offset: Int
  var summer: Summer?

  func period(at moment: Int) -> ZoneRules.Period {
    guard let summer else { return ZoneRules.Period(start: .min, end: .max, offset: offset) }
    let year = CalendarDate(days: (moment + offset).floored(by: 86_400)).parts.year
    var period = ZoneRules.Period(start: .min, end: .max, offset: offset)
    // Where summer ends at the moment it begins, it goes on.
    for change in changes(around: year, summer) {
      if change.moment > moment {
        period.end = change.moment
        break
      }
      (period.start, period.offset) = change
    }
    return period
  }

  private func changes(around year: Int, _ summer: Summer) -> [(moment: Int, offset: Int)] {
    var changes: [(moment: Int, offset: Int)] = []
    changes.reserveCapacity(6)
    for year in year - 1...year + 1 {
      let start = summer.start.seconds(in: year) - offset
      let end = summer.end.seconds(in: year) - summer.offset
      if start < end {
        changes.append((start, summer.offset))
        changes.append((end, offset))
      } else {
        changes.append((end, offset))
        changes.append((start, summer.offset))
      }
    }
    for index in changes.indices.dropFirst() where changes[index].moment < changes[index - 1].moment {
      changes.swapAt(index, index - 1)
    }
    return changes
  }
}

extension PosixZone.Change {
  /// Seconds that the clocks count to it from 1970.
  fileprivate func seconds(in year: Int) -> Int { day.days(in: year) * 86_400 + second }
}

extension PosixZone.Day {
  /// The day of a year, counted from 1970.
  fileprivate func days(in year: Int) -> Int {
    let first = CalendarDate(year: year, month: 1, day: 1).days
    switch self {
    case .ordinal(let day): return first + day
    case .julian(let day):
      let isLeap = CalendarDate(year: year + 1, month: 1, day: 1).days - first == 366
      return first + day - 1 + (isLeap && day >= 60 ? 1 : 0)
    case .weekday(let month, let week, let day):
      let start = CalendarDate(year: year, month: month, day: 1)
      // `CalendarDate` counts from Monday.
      let ahead = (day + 6 - start.weekday) % 7
      var date = start.days + ahead + (week - 1) * 7
      let next = CalendarDate(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
      while date >= next.days { date -= 7 }
      return date
    }
  }
}
