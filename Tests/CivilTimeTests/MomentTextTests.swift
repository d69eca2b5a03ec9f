import CivilTime
import Testing

/// Seen from Monday 2026-11-30 12:30:05 in a place three hours east of UTC, where the clocks do not change.
@Suite struct MomentTextTests {
  static let reader = MomentText(now: WallTime(microseconds: 1_796_031_005_000_000)) { time in
    CalendarTime(time, offset: 3 * 3600)
  }

  static let ends: [(text: String, standard: String?)] = [
    ("2026-12-01", "2026-12-01T21:00:00Z"), ("today", "2026-11-30T21:00:00Z"),
    ("+2h", "2026-11-30T11:30:05Z"), ("in 30 days", "2026-12-30T09:30:05Z"),
    ("2026-12-01 09:00", "2026-12-01T06:00:00Z"), ("2026-12-01T09:00:00Z", "2026-12-01T09:00:00Z"),
    ("2026-12-01T09:00:00-05:30", "2026-12-01T14:30:00Z"), ("tomorrow 09:00", "2026-12-01T06:00:00Z"),
    ("soon", nil), ("", nil), ("2026-13-01", nil),
  ]

  @Test(arguments: ends) func `finds the end that a text names`(_ text: String, _ standard: String?) {
    let universal = standard.flatMap {
      MomentText(now: WallTime(microseconds: 0)) { CalendarTime($0, offset: 0) }.end($0)
    }
    #expect(Self.reader.end(text) == universal)
    #expect((standard == nil) == (universal == nil))
  }

  struct Sample: CustomTestStringConvertible {
    let testDescription: String
    let format: MomentText.Form
    let text: String
    let expected: String?
    init(_ format: MomentText.Form, _ text: String, _ expected: String?) {
      (self.format, self.text, self.expected) = (format, text, expected)
      testDescription = "\(format) \(text)"
    }
  }

  static let samples: [Sample] = [
    Sample(.date, "2026-12-01", "2026-12-01"), Sample(.date, "20261201", "2026-12-01"),
    Sample(.date, "today", "2026-11-30"), Sample(.date, "Today", "2026-11-30"),
    Sample(.date, "tomorrow", "2026-12-01"), Sample(.date, "yesterday", "2026-11-29"),
    Sample(.date, "now", "2026-11-30"), Sample(.date, "monday", "2026-12-07"),
    Sample(.date, "tuesday", "2026-12-01"), Sample(.date, "friday", "2026-12-04"),
    Sample(.date, "sun", "2026-12-06"), Sample(.date, "+2d", "2026-12-02"),
    Sample(.date, "in 2 weeks", "2026-12-14"), Sample(.date, "+12h", "2026-12-01"),
    Sample(.date, "2024-02-29", "2024-02-29"), Sample(.date, "2026-02-29", nil),
    Sample(.date, "2026-13-01", nil), Sample(.date, "1.12.2026", nil), Sample(.date, "fr", nil),
    Sample(.date, "", nil), Sample(.date, "tomorow", nil), Sample(.date, "2026-12-01T09:00", nil),
    Sample(.date, "２０２６-12-01", nil), Sample(.date, "+d", nil), Sample(.date, "+", nil),
    Sample(.dateTime, "2026-12-01T09:00:00Z", "2026-12-01T09:00:00Z"),
    Sample(.dateTime, "2026-12-01t09:00:00z", "2026-12-01T09:00:00Z"),
    Sample(.dateTime, "2026-12-01T09:00:00+05:30", "2026-12-01T09:00:00+05:30"),
    Sample(.dateTime, "2026-12-01T09:00", "2026-12-01T09:00:00+03:00"),
    Sample(.dateTime, "2026-12-01 09:00", "2026-12-01T09:00:00+03:00"),
    Sample(.dateTime, "2026-12-01T09", "2026-12-01T09:00:00+03:00"),
    Sample(.dateTime, "20261201T093015Z", "2026-12-01T09:30:15Z"),
    Sample(.dateTime, "2026-12-01T09:00:00.25", "2026-12-01T09:00:00.25+03:00"),
    Sample(.dateTime, "2026-12-01T09:00:00,5+0530", "2026-12-01T09:00:00.5+05:30"),
    Sample(.dateTime, "2026-12-01T09:00-08", "2026-12-01T09:00:00-08:00"),
    Sample(.dateTime, "2026-12-01", "2026-12-01T00:00:00+03:00"),
    Sample(.dateTime, "tomorrow", "2026-12-01T00:00:00+03:00"),
    Sample(.dateTime, "tomorrow 09:00", "2026-12-01T09:00:00+03:00"),
    Sample(.dateTime, "Tomorrow at 9:00", nil),
    Sample(.dateTime, "tomorrow at 09:00", "2026-12-01T09:00:00+03:00"),
    Sample(.dateTime, "friday 18:30", "2026-12-04T18:30:00+03:00"),
    Sample(.dateTime, "yesterday 23:59:59", "2026-11-29T23:59:59+03:00"),
    Sample(.dateTime, "now", "2026-11-30T12:30:05+03:00"),
    Sample(.dateTime, "+2h", "2026-11-30T14:30:05+03:00"),
    Sample(.dateTime, "in 2h", "2026-11-30T14:30:05+03:00"),
    Sample(.dateTime, "in 1 hour 30 minutes", "2026-11-30T14:00:05+03:00"),
    Sample(.dateTime, "+1d", "2026-12-01T12:30:05+03:00"),
    Sample(.dateTime, "13:15", "2026-11-30T13:15:00+03:00"),
    Sample(.dateTime, "2026-12-01T24:00", nil), Sample(.dateTime, "2026-12-01T09:60", nil),
    Sample(.dateTime, "2026-12-01T23:59:60", nil), Sample(.dateTime, "2026-12-01 9", nil),
    Sample(.dateTime, "2026-12-01T09:00+24:00", nil), Sample(.dateTime, "2026-02-30T09:00", nil),
    Sample(.dateTime, "1796031005", nil), Sample(.dateTime, "sometime", nil),
    Sample(.time, "09:30:00Z", "09:30:00Z"), Sample(.time, "09:30", "09:30:00+03:00"),
    Sample(.time, "0930", "09:30:00+03:00"), Sample(.time, "T09:30:15", "09:30:15+03:00"),
    Sample(.time, "now", "12:30:05+03:00"), Sample(.time, "+2h", "14:30:05+03:00"),
    Sample(.time, "09:30+01", "09:30:00+01:00"), Sample(.time, "9:30", nil), Sample(.time, "24:00", nil),
    Sample(.time, "09", nil),
  ]

  @Test(arguments: samples) func `is read`(_ sample: Sample) {
    let read = Self.reader.standardText(sample.text, sample.format)
    #expect(read == sample.expected)
    if let read { #expect(sample.format.accepts(Array(read.utf8)[...])) }
  }

  /// Clocks go from UTC+1 to UTC+2 at 01:00 UTC on 2026-03-29, and back at 01:00 UTC on 2026-10-25.
  @Test(arguments: [
    ("2026-03-28 12:00", "2026-03-28T12:00:00+01:00"), ("2026-03-29 01:59", "2026-03-29T01:59:00+01:00"),
    ("2026-03-29 02:30", "2026-03-29T03:30:00+02:00"), ("2026-03-29 03:00", "2026-03-29T03:00:00+02:00"),
    ("2026-10-25 02:30", "2026-10-25T02:30:00+02:00"), ("2026-10-25 03:00", "2026-10-25T03:00:00+01:00"),
    ("2026-07-01 12:00", "2026-07-01T12:00:00+02:00"), ("+1d", "2026-03-29T03:15:00+02:00"),
    ("+24h", "2026-03-29T03:15:00+02:00"), ("+2d", "2026-03-30T02:15:00+02:00"),
    ("in 48 hours", "2026-03-30T03:15:00+02:00"),
  ]) func `the clocks of the place count`(text: String, expected: String) {
    let now = WallTime(microseconds: 1_774_660_500_000_000)
    let reader = MomentText(now: now) { time in
      let seconds = time.microseconds / 1_000_000
      let isSummer = seconds >= 1_774_746_000 && seconds < 1_792_890_000
      return CalendarTime(time, offset: isSummer ? 7200 : 3600)
    }
    #expect(reader.standardText(text, .dateTime) == expected)
  }

  @Test func `an offset with seconds is told in universal time`() {
    let reader = MomentText(now: WallTime(microseconds: 0)) { CalendarTime($0, offset: 9017) }
    #expect(reader.standardText("1890-01-01 00:00", .dateTime) == "1889-12-31T21:29:43Z")
  }

  static let durations: [(text: String, expected: String?)] = [
    ("30s", "PT30S"), ("1h30m", "PT1H30M"), ("PT30S", "PT30S"), ("P1Y2M", "P1Y2M"), ("P2W", "P2W"),
    ("2w", "P14D"), ("1d", "P1D"), ("1d12h", "P1DT12H"), ("36h", "PT36H"), ("1h5s", "PT1H0M5S"),
    ("90m", "PT1H30M"), ("1.5h", "PT1H30M"), ("0s", "PT0S"), ("2 hours", "PT2H"), ("1h 30m", "PT1H30M"),
    ("5 Minutes", "PT5M"), ("2 days 3 hours", "P2DT3H"), ("pt30s", "PT30S"), ("PT1.5H", "PT1H30M"),
    ("30S", "PT30S"), ("10min", "PT10M"), ("1500ms", nil), ("2000ms", "PT2S"), ("30", nil), ("", nil),
    ("-5s", nil), ("+5s", nil), ("1m1h", nil), ("1h 2", nil), ("1 0s", nil), ("h", nil), ("5 parsecs", nil),
    ("PT", nil), ("٣s", nil), ("9999999999999999999s", nil), (" 5s", nil), ("5s ", nil),
  ]

  @Test(arguments: durations) func `a duration is read`(text: String, expected: String?) {
    #expect(Duration.standardText(text) == expected)
    if let expected { #expect(DurationFormat.accepts(Array(expected.utf8)[...])) }
  }
}

extension CalendarTime {
  /// The time in a zone of one offset, from the days since 0000-03-01.
  init(_ time: WallTime, offset: Int) {
    let seconds = Int((Double(time.microseconds) / 1_000_000).rounded(.down)) + offset
    let days = Int((Double(seconds) / 86_400).rounded(.down))
    let rest = seconds - days * 86_400
    var (year, day) = (1970, days)
    let isLeap = { (year: Int) in
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }
    while day < 0 {
      year -= 1
      day += isLeap(year) ? 366 : 365
    }
    while day >= (isLeap(year) ? 366 : 365) {
      day -= isLeap(year) ? 366 : 365
      year += 1
    }
    var month = 0
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    while day >= lengths[month] {
      day -= lengths[month]
      month += 1
    }
    self.init(
      year: year, month: month + 1, day: day + 1, hour: rest / 3600, minute: rest / 60 % 60,
      second: rest % 60, offset: offset)
  }
}
