import CivilTime
import Schedules
import Testing

@Suite struct CronReadingTests {
  @Test(arguments: [
    ("* * * * *", "*/1 0-23/1 1-31 1-12 sun-sat"), ("0 0 * * 7", "0 0 * * SUN"),
    ("0 0 * * fri-sun", "0 0 * * 0,5,6"), ("@daily", "0 0 * * *"), ("@Midnight", "@daily"),
    ("@yearly", "@annually"), ("\t5  4 *\t* * ", "5 4 * * *"), ("0 0 1 jan *", "0 0 1 1 *"),
    ("0 0 * * 1-5", "0 0 * * MON-FRI"), ("0 0 * * 5-7", "0 0 * * fri-sun"),
    ("0-10/5 * * * *", "0,5,10 * * * *"),
  ])
  func meansTheSame(_ left: String, _ right: String) throws {
    var at = WallTime(seconds: 1_796_031_000)
    let (first, second) = (try CronExpression(left), try CronExpression(right))
    for _ in 0..<50 {
      let next = first.next(after: at, in: .utc)
      #expect(next?.at == second.next(after: at, in: .utc)?.at)
      at = next?.at ?? at
    }
  }

  @Test(arguments: [
    ("", "empty", 0, ""), ("   ", "empty", 0, ""), ("* * * *", "fields", 0, ""),
    ("* * * * * *", "fields", 0, ""),
    ("60 * * * *", "range", 0, "minute"), ("* 24 * * *", "range", 2, "hour"),
    ("* * 0 * *", "range", 4, "day of the month"),
    ("* * 32 * *", "range", 4, "day of the month"), ("* * * 13 *", "range", 6, "month"),
    ("* * * * 8", "range", 8, "day of the week"), ("* * * foo *", "syntax", 6, "month"),
    ("1,2,x * * * *", "syntax", 4, "minute"), ("1,,2 * * * *", "syntax", 2, "minute"),
    ("5-1 * * * *", "reversed", 0, "minute"), ("* * * * sat-mon", "reversed", 8, "day of the week"),
    ("*/0 * * * *", "step", 2, "minute"), ("*/90 * * * *", "step", 2, "minute"),
    ("*/ * * * *", "step", 0, "minute"),
    ("5/10 * * * *", "step-without-range", 0, "minute"), ("-5 * * * *", "syntax", 0, "minute"),
    ("+5 * * * *", "syntax", 0, "minute"), ("٥ * * * *", "syntax", 0, "minute"),
    ("*5 * * * *", "syntax", 0, "minute"),
    ("? * * * *", "syntax", 0, "minute"), ("0 0 L * *", "syntax", 4, "day of the month"),
    ("0 0 * * 5#2", "syntax", 8, "day of the week"), ("99999999999999999999 * * * *", "syntax", 0, "minute"),
    ("@reboot", "reboot", 0, ""), ("@every 5m", "macro", 0, ""), ("@dayly", "macro", 0, ""),
    ("0 0 30 2 *", "never", 4, ""), ("0 0 31 4,6,9,11 *", "never", 4, ""),
    ("0 0 30,31 feb */2", "never", 4, ""),
  ])
  func saysWhatIsWrong(_ text: String, _ keyword: String, _ offset: Int, _ field: String) {
    do throws(CronFault) {
      _ = try CronExpression(text)
      Issue.record("accepted: \(text)")
    } catch {
      #expect(error.problem.rawValue == keyword)
      #expect(error.offset == offset)
      #expect(error.field == field)
    }
  }

  /// Either day will do when both fields are restricted, and both must fit when one begins with `*`.
  @Test(arguments: [
    ("0 0 13 * fri", ["2026-12-04", "2026-12-11", "2026-12-13"]),
    ("0 0 */2 * mon", ["2026-12-07", "2026-12-21"]),
    ("0 0 30 2 mon", ["2027-02-01", "2027-02-08"]), ("0 0 29 2 *", ["2028-02-29", "2032-02-29"]),
    ("0 0 29 2 */7", ["2032-02-29", "2060-02-29"]),
    ("0 0 31 * *", ["2026-12-31", "2027-01-31", "2027-03-31"]),
  ])
  func combinesDays(_ text: String, _ days: [String]) throws {
    let expression = try CronExpression(text)
    var at = try #require(ClockChangeTests.moment("2026-11-30T09:30+00:00"))
    for day in days {
      at = try #require(expression.next(after: at, in: .utc)).at
      #expect(ClockChangeTests.text(at, .utc).hasPrefix(day))
    }
  }

  /// 13 hours apart across midnight and across a change of the clocks.
  @Test func intervalsGoOnAcrossMidnight() throws {
    let berlin = try #require(TestZones.database.rules(of: "Europe/Berlin"))
    let start = try #require(ClockChangeTests.moment("2026-03-27T08:00+01:00"))
    let schedule = try #require(Schedule.every("13h", from: start))
    var at = start + .seconds(-1)
    var found: [String] = []
    for _ in 0..<5 {
      at = try #require(schedule.next(after: at, in: berlin)).at
      found.append(ClockChangeTests.text(at, berlin))
    }
    #expect(
      found == [
        "2026-03-27T08:00+01:00", "2026-03-27T21:00+01:00", "2026-03-28T10:00+01:00",
        "2026-03-28T23:00+01:00",
        "2026-03-29T13:00+02:00",
      ])
    #expect(schedule.latest(upTo: at + .seconds(60), in: berlin)?.at == at)
    #expect(schedule.latest(upTo: start + .seconds(-1), in: berlin) == nil)
  }

  @Test(arguments: ["", "0s", "30s", "90s", "1h30s", "-1h", "11y", "9999w", "soon"])
  func refusesIntervals(_ text: String) { #expect(Schedule.every(text) == nil) }

  @Test func theLatestIsTheOneBeforeTheNext() throws {
    let now = WallTime(seconds: 1_796_031_000)
    for text in ["* * * * *", "0 3 * * *", "0-30 4 * * mon", "0 0 29 2 *", "@yearly", "59 23 31 12 *"] {
      let schedule = try Schedule.cron(text)
      let latest = try #require(schedule.latest(upTo: now, in: .utc))
      #expect(latest.at <= now)
      #expect(try #require(schedule.next(after: latest.at, in: .utc)).at > now, "\(text)")
    }
  }

  @Test func aThousandAreQuick() throws {
    let berlin = try #require(TestZones.database.rules(of: "Europe/Berlin"))
    let clock = ContinuousClock()
    let took = try clock.measure {
      for index in 0..<1000 {
        let text = ["\(index % 60) 3 * * *", "*/7 * * * mon", "0 0 29 2 *", "15 2 31 12 fri"][index % 4]
        _ = try CronExpression(text).next(after: WallTime(seconds: 1_796_031_000 + index * 977), in: berlin)
      }
    }
    print("the next time of 1,000 expressions took \(took) in a debug build")
    #expect(took < .seconds(2))
  }
}
