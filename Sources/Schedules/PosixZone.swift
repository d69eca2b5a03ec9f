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
    var period = ZoneRules.Period(start: .min, end: .max, offset: offset)
    guard let summer else { return period }
    let year = CalendarDate(days: (moment + offset).floored(by: 86_400)).parts.year
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
    for year in year - 1...year + 1 {
      let start = (moment: summer.start.seconds(in: year) - offset, offset: summer.offset)
      let end = (moment: summer.end.seconds(in: year) - summer.offset, offset: offset)
      changes += start.moment < end.moment ? [start, end] : [end, start]
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
      let next = CalendarDate.firstDay(afterMonth: month, of: year)
      while date >= next { date -= 7 }
      return date
    }
  }
}

extension CalendarDate {
  /// The first day of the month after another, counted from 1970.
  static func firstDay(afterMonth month: Int, of year: Int) -> Int {
    (month == 12
      ? CalendarDate(year: year + 1, month: 1, day: 1) : CalendarDate(year: year, month: month + 1, day: 1))
      .days
  }
}

/// Reads a zone's rule as POSIX writes it; times may be negative and up to a week long (RFC 9636, section 3.3.2).
struct PosixZoneReader {
  private let bytes: [UInt8]
  private var at = 0

  init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

  /// `nil` for what is no such rule.
  mutating func zone() -> PosixZone? {
    guard name(), let west = time(hours: 24) else { return nil }
    var zone = PosixZone(offset: -west)
    if at == bytes.count { return zone }
    guard name() else { return nil }
    var summer = zone.offset + 3600
    if at < bytes.count, bytes[at] != UInt8(ascii: ",") {
      guard let west = time(hours: 24) else { return nil }
      summer = -west
    }
    guard let start = change(), let end = change(), at == bytes.count else { return nil }
    zone.summer = PosixZone.Summer(offset: summer, start: start, end: end)
    return zone
  }

  /// Three letters or more, or letters, digits and signs between `<` and `>`.
  private mutating func name() -> Bool {
    let start = at
    if take("<") {
      while at < bytes.count, bytes[at] != UInt8(ascii: ">") { at += 1 }
      return take(">") && at - start > 2
    }
    while at < bytes.count, case UInt8(ascii: "a")...UInt8(ascii: "z") = bytes[at] | 0x20 { at += 1 }
    return at - start >= 3
  }

  private mutating func change() -> PosixZone.Change? {
    guard take(","), let day = day() else { return nil }
    var second = 2 * 3600
    if take("/") {
      guard let time = time(hours: 167) else { return nil }
      second = time
    }
    return PosixZone.Change(day: day, second: second)
  }

  private mutating func day() -> PosixZone.Day? {
    if take("J") { return number(1...365).map { .julian($0) } }
    guard take("M") else { return number(0...365).map { .ordinal($0) } }
    guard let month = number(1...12), take("."), let week = number(1...5), take("."), let day = number(0...6)
    else { return nil }
    return .weekday(month: month, week: week, day: day)
  }

  /// Seconds: `[+-]h[h[h]][:mm[:ss]]`.
  private mutating func time(hours: Int) -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hour = number(0...hours) else { return nil }
    var seconds = hour * 3600
    for unit in [60, 1] where take(":") {
      guard let part = number(0...59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let start = at
    var number = 0
    while at < bytes.count, at - start < 3, case 0x30...0x39 = bytes[at] {
      number = number * 10 + Int(bytes[at] - 0x30)
      at += 1
    }
    return at > start && range.contains(number) ? number : nil
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard at < bytes.count, bytes[at] == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }
}
