import CivilTime
import Schedules
import Testing

/// What a change of the clocks makes of schedules, by a table made by hand.
@Suite struct ClockChangeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var zone: String
    var schedule: String
    /// The local time before, with its offset.
    var after: String
    /// What follows, each in local time with its offset.
    var next: [String]

    init(_ zone: String, _ schedule: String, after: String, _ next: String...) {
      (self.zone, self.schedule, self.after, self.next) = (zone, schedule, after, next)
    }

    var testDescription: String { "\(zone): \(schedule) after \(after)" }
  }

  static let cases = [
    // New York: 8 March 2026, 02:00 → 03:00; 1 November 2026, 02:00 → 01:00.
    Case(
      "America/New_York", "30 2 * * *", after: "2026-03-07T03:00-05:00", "2026-03-08T03:00-04:00",
      "2026-03-09T02:30-04:00"),
    Case(
      "America/New_York", "0,30 2 * * *", after: "2026-03-07T03:00-05:00", "2026-03-08T03:00-04:00",
      "2026-03-09T02:00-04:00"),
    Case(
      "America/New_York", "0 2,3 * * *", after: "2026-03-08T00:00-05:00", "2026-03-08T03:00-04:00",
      "2026-03-09T02:00-04:00"),
    Case(
      "America/New_York", "*/30 * * * *", after: "2026-03-08T01:20-05:00", "2026-03-08T01:30-05:00",
      "2026-03-08T03:00-04:00", "2026-03-08T03:30-04:00"),
    Case(
      "America/New_York", "15 * * * *", after: "2026-03-08T00:30-05:00", "2026-03-08T01:15-05:00",
      "2026-03-08T03:15-04:00"),
    Case(
      "America/New_York", "*/20 2 * * *", after: "2026-03-08T00:00-05:00", "2026-03-09T02:00-04:00",
      "2026-03-09T02:20-04:00"),
    Case(
      "America/New_York", "30 1 * * *", after: "2026-10-31T12:00-04:00", "2026-11-01T01:30-04:00",
      "2026-11-02T01:30-05:00"),
    Case(
      "America/New_York", "0 2 * * *", after: "2026-10-31T12:00-04:00", "2026-11-01T02:00-05:00",
      "2026-11-02T02:00-05:00"),
    Case(
      "America/New_York", "*/30 1 * * *", after: "2026-11-01T00:59-04:00", "2026-11-01T01:00-04:00",
      "2026-11-01T01:30-04:00", "2026-11-01T01:00-05:00", "2026-11-01T01:30-05:00"),
    Case(
      "America/New_York", "30 1 * * *", after: "2026-11-01T01:10-05:00", "2026-11-02T01:30-05:00"),
    Case(
      "America/New_York", "30 2 8 3 *", after: "2025-06-01T00:00-04:00", "2026-03-08T03:00-04:00",
      "2027-03-08T02:30-05:00"),
    // Berlin: 29 March 2026, 02:00 → 03:00; 25 October 2026, 03:00 → 02:00.
    Case(
      "Europe/Berlin", "0 2 * * *", after: "2026-03-28T03:00+01:00", "2026-03-29T03:00+02:00",
      "2026-03-30T02:00+02:00"),
    Case(
      "Europe/Berlin", "0 2 * * *", after: "2026-10-24T12:00+02:00", "2026-10-25T02:00+02:00",
      "2026-10-26T02:00+01:00"),
    Case(
      "Europe/Berlin", "0 3 * * *", after: "2026-10-24T12:00+02:00", "2026-10-25T03:00+01:00",
      "2026-10-26T03:00+01:00"),
    Case(
      "Europe/Berlin", "0 */2 * * *", after: "2026-03-29T00:30+01:00", "2026-03-29T04:00+02:00",
      "2026-03-29T06:00+02:00"),
    Case(
      "Europe/Berlin", "0 * * * *", after: "2026-10-25T01:30+02:00", "2026-10-25T02:00+02:00",
      "2026-10-25T02:00+01:00", "2026-10-25T03:00+01:00"),
    // Lord Howe, by half an hour: 4 October 2026, 02:00 → 02:30; 5 April 2026, 02:00 → 01:30.
    Case(
      "Australia/Lord_Howe", "15 2 * * *", after: "2026-10-03T12:00+10:30", "2026-10-04T02:30+11:00",
      "2026-10-05T02:15+11:00"),
    Case(
      "Australia/Lord_Howe", "30 2 * * *", after: "2026-10-03T12:00+10:30", "2026-10-04T02:30+11:00",
      "2026-10-05T02:30+11:00"),
    Case(
      "Australia/Lord_Howe", "45 1 * * *", after: "2026-04-04T12:00+11:00", "2026-04-05T01:45+11:00",
      "2026-04-06T01:45+10:30"),
    Case(
      "Australia/Lord_Howe", "*/15 * * * *", after: "2026-04-05T01:40+11:00", "2026-04-05T01:45+11:00",
      "2026-04-05T01:30+10:30", "2026-04-05T01:45+10:30", "2026-04-05T02:00+10:30"),
    // Santiago, at midnight: 6 September 2026, 00:00 → 01:00; 5 April 2026, 00:00 → 23:00 of the day before.
    Case(
      "America/Santiago", "@daily", after: "2026-09-05T12:00-04:00", "2026-09-06T01:00-03:00",
      "2026-09-07T00:00-03:00"),
    Case(
      "America/Santiago", "30 0 6 9 *", after: "2026-09-05T12:00-04:00", "2026-09-06T01:00-03:00"),
    Case(
      "America/Santiago", "30 23 * * sat", after: "2026-04-04T12:00-03:00", "2026-04-04T23:30-03:00",
      "2026-04-11T23:30-04:00"),
    Case(
      "America/Santiago", "@daily", after: "2026-04-04T12:00-03:00", "2026-04-05T00:00-04:00",
      "2026-04-06T00:00-04:00"),
    Case(
      "America/Santiago", "30 * * * *", after: "2026-04-04T23:00-03:00", "2026-04-04T23:30-03:00",
      "2026-04-04T23:30-04:00", "2026-04-05T00:30-04:00"),
    // A day that never was: Apia went over the date line at the end of 29 December 2011.
    Case(
      "Pacific/Apia", "0 12 30 12 *", after: "2011-12-29T13:00-10:00", "2011-12-31T00:00+14:00",
      "2012-12-30T12:00+14:00"),
  ]

  @Test(arguments: cases) func `is due as the table says`(_ item: Case) throws {
    let rules = try #require(TestZones.database.rules(of: item.zone))
    let expression = try CronExpression(item.schedule)
    var at = try #require(Self.moment(item.after))
    for expected in item.next {
      let next = try #require(expression.next(after: at, in: rules))
      #expect(Self.text(next.at, rules) == expected)
      at = next.at
    }
  }

  @Test func `says what a change of the clocks made of it`() throws {
    let rules = try #require(TestZones.database.rules(of: "Europe/Berlin"))
    let expression = try CronExpression("30 2 * * *")
    let spring = try #require(Self.moment("2026-03-28T12:00+01:00"))
    #expect(expression.next(after: spring, in: rules)?.change == .skipped(150))
    let autumn = try #require(Self.moment("2026-10-24T12:00+02:00"))
    #expect(expression.next(after: autumn, in: rules)?.change == .first)
    #expect(expression.next(after: spring + .seconds(86_400), in: rules)?.change == Occurrence.Change.none)
  }

  /// Of a year of hours, half-hours and minutes none is due twice, and none is later than the one before.
  @Test(arguments: ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "America/Santiago"])
  func `every fixed time of a year comes once`(_ zone: String) throws {
    let rules = try #require(TestZones.database.rules(of: zone))
    for minute in stride(from: 0, to: 1440, by: 5) {
      let expression = try CronExpression("\(minute % 60) \(minute / 60) * * *")
      var at = try #require(Self.moment("2026-01-01T00:00+00:00"))
      let end = at + .seconds(365 * 86_400)
      var count = 0
      while let next = expression.next(after: at, in: rules), next.at <= end {
        #expect(next.at > at)
        #expect(expression.next(after: next.at + .seconds(-1), in: rules)?.at == next.at)
        at = next.at
        count += 1
      }
      #expect(count == 365, "\(zone) \(minute / 60):\(minute % 60)")
    }
  }

  static func moment(_ text: String) -> WallTime? {
    let parts = text.utf8.split { !(0x30...0x39).contains($0) }.compactMap { Int(Substring($0)) }
    guard parts.count == 7, let sign = text.utf8.dropFirst(16).first else { return nil }
    let days = Self.days(parts[0], parts[1], parts[2])
    let offset = (parts[5] * 60 + parts[6]) * 60 * (sign == UInt8(ascii: "-") ? -1 : 1)
    return WallTime(seconds: days * 86_400 + parts[3] * 3600 + parts[4] * 60 - offset)
  }

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    var days = (1970..<year).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
    days += lengths[..<(month - 1)].reduce(0, +) + (month > 2 && isLeap(year) ? 1 : 0)
    return days + day - 1
  }

  static func text(_ time: WallTime, _ rules: ZoneRules) -> String {
    let local = rules.local(time)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let offset = abs(local.offset) / 60
    return "\(local.year)-\(two(local.month))-\(two(local.day))T\(two(local.hour)):\(two(local.minute))"
      + "\(local.offset < 0 ? "-" : "+")\(two(offset / 60)):\(two(offset % 60))"
  }
}
