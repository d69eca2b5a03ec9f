import Foundation
import IntentCore
import IntentPlatform
import Schedules
import TestSupport
import Testing

@testable import IntentEngine

/// What schedulers are told: every moment at which something is due is among those at which they call.
@Suite struct SchedulerTimesTests {
  static let database = ZoneDatabase(World.Files.live.read)
  static let now = WallTime(seconds: 1_774_000_000)  // 20 March 2026

  struct Case: Sendable, CustomTestStringConvertible {
    var schedule: Schedule
    var machine: String
    var testDescription: String { "\(schedule.text) \(schedule.zone ?? "-") on \(machine)" }
  }

  static let cases: [Case] = {
    var cases: [Case] = []
    let texts = [
      "30 2 * * *", "0 3 * * mon-fri", "*/15 * * * *", "7 */2 * * *", "0 0 13 * fri", "0 0 */2 * mon",
      "45 23 31 12 *",
      "0,30 2 * * *", "@hourly", "15 2 4 10 *", "30 1 1 11 *",
    ]
    for text in texts {
      for zone in [nil, "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu"] {
        for machine in ["UTC", "Europe/Berlin", "America/New_York"] {
          if let schedule = try? Schedule.cron(text, zone: zone) {
            cases.append(Case(schedule: schedule, machine: machine))
          }
        }
      }
    }
    for text in ["13h", "15m", "7m", "45m", "1d", "90m"] {
      if let schedule = Schedule.every(text, from: WallTime(seconds: 1_773_999_060)) {
        cases.append(Case(schedule: schedule, machine: "America/New_York"))
      }
    }
    return cases
  }()

  private static func times(_ item: Case) -> SchedulerTimes {
    let machine = database.rules(of: item.machine) ?? .utc
    let zone = item.schedule.zone.flatMap { database.rules(of: $0) } ?? machine
    return SchedulerTimes(schedule: item.schedule, zone: zone, machine: machine, now: now)
  }

  private static func moments(_ times: SchedulerTimes, _ count: Int) -> [WallTime] {
    var at = now
    var moments: [WallTime] = []
    while moments.count < count, let next = times.schedule.next(after: at, in: times.zone) {
      moments.append(next.at)
      at = next.at
    }
    return moments
  }

  @Test(arguments: cases) func `cron calls at every moment`(_ item: Case) throws {
    let times = Self.times(item)
    let lines = try times.crontab().map { try CronExpression($0) }
    let isOwn = times.zone == times.machine && times.crontab().first?.hasSuffix("* * * *") != true
    for moment in Self.moments(times, 400) {
      // What the machine's clocks skip cron runs right after, by itself.
      let before = moment + .seconds(-1)
      let isCalled = lines.contains { $0.next(after: before, in: times.machine)?.at == moment }
      #expect(isCalled || isOwn, "\(item.testDescription): \(moment.wholeSeconds) by \(times.crontab())")
    }
  }

  static let systemd = FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")

  /// All that are worth it where everything is wanted, else every fourth.
  static let asked = cases.filter { $0.machine == "Europe/Berlin" || $0.schedule.zone == nil }.enumerated()
    .filter { Privileges.wantsRealServices || $0.offset % 4 == 0 }.map(\.element)

  /// Asks systemd itself, over the changes of the clocks of 2026.
  @Test(
    .enabled(if: systemd, "systemd-analyze is needed"), .serialized,
    arguments: asked)
  func `systemd calls at every moment`(_ item: Case) async {
    let times = Self.times(item)
    // Before changes of the clocks in Berlin, and in Lord Howe.
    for start in [1_774_699_200, 1_792_800_000, 1_775_131_200] {
      let moments = Set(Self.moments(from: WallTime(seconds: start), times, 12).map(\.wholeSeconds))
      var called: Set<Int> = []
      for calendar in times.calendars {
        called.formUnion(await Self.elapses(calendar, from: start, item.machine))
      }
      // What lies beyond the last that was listed is not known.
      let end = called.max() ?? 0
      for moment in moments where moment <= end {
        #expect(called.contains(moment), "\(item.testDescription): \(moment) by \(times.calendars)")
      }
    }
  }

  private static func moments(from start: WallTime, _ times: SchedulerTimes, _ count: Int) -> [WallTime] {
    var at = start
    var moments: [WallTime] = []
    let end = start + .seconds(400 * 86_400)
    while moments.count < count, let next = times.schedule.next(after: at, in: times.zone), next.at < end {
      moments.append(next.at)
      at = next.at
    }
    return moments
  }

  private static func elapses(_ calendar: String, from start: Int, _ machine: String) async -> [Int] {
    let ended = await Spawn(
      program: "/usr/bin/systemd-analyze",
      arguments: ["calendar", "--base-time=@\(start)", "--iterations=40", calendar],
      environment: ["TZ": ":\(machine)", "LC_ALL": "C", "PATH": "/usr/bin:/bin"], directory: "/"
    ).run()
    #expect(ended.status == 0, "systemd refuses: \(calendar)")
    let text = ended.text
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "UTC")
    format.dateFormat = "yyyy-MM-dd HH:mm:ss"
    var moments: [Int] = []
    for line in text.split(separator: "\n") where line.contains("UTC:") || line.contains("UTC") {
      guard line.contains("(in UTC)") || line.hasSuffix("UTC"), !line.contains("form:") else { continue }
      let words = line.split(separator: " ")
      guard words.count >= 4,
        let date = format.date(from: "\(words[words.count - 3]) \(words[words.count - 2])")
      else { continue }
      moments.append(Int(date.timeIntervalSince1970))
    }
    return moments
  }

  @Test(.enabled(if: systemd, "systemd-analyze is needed")) func `systemd finds units good`() throws {
    let folder = ScratchFolder()
    folder.write("", to: "pro gram%$x", mode: 0o755)
    var automation = Automation(
      id: "night.ly", path: "/x", schedule: try Schedule.cron("30 2 13 * fri", zone: "Europe/Berlin"),
      call: Automation.Call(intent: "hello"))
    automation.catchUp = .once
    let zone = try #require(Self.database.rules(of: "Europe/Berlin"))
    let times = SchedulerTimes(schedule: automation.schedule, zone: zone, machine: .utc, now: Self.now)
    var call = ScheduledCall.example
    call.words[0] = "\(folder.path)/pro gram%$x"
    let units = ScheduledAutomation(automation: automation, times: times, call: call).units(in: folder.path)
    for (path, text) in units { folder.write(text, to: String(path.dropFirst(folder.path.count + 1))) }
    let verified = try BuiltProgram.run(
      ["/usr/bin/systemd-analyze", "--man=no", "--generators=no", "verify"] + units.map(\.path),
      in: folder.path)
    #expect(!verified.output.contains("runintent"), "\(verified.output)")
    #expect(verified.status == 0)
  }

  @Test func `percents and quotes survive cron and the shell`() throws {
    let folder = ScratchFolder()
    folder.write("#!/bin/sh\nprintf '%s\\n' \"$HOME_OF\" \"$@\"\n", to: "a b%c'd", mode: 0o755)
    var call = ScheduledCall.example
    call.variables = [("HOME_OF", "50% o'clock")]
    call.words = ["\(folder.path)/a b%c'd", "--quiet", "100%", "$(id)"]
    let line = call.shellLine
    // Cron takes the backslash before a percent away and gives the rest to the shell.
    #expect(!line.replacing("\\%", with: "").contains("%"))
    let ran = try BuiltProgram.run(["/bin/sh", "-c", line.replacing("\\%", with: "%")], in: folder.path)
    #expect(ran.output == "50% o'clock\n--quiet\n100%\n$(id)\n")
  }
}

extension ScheduledCall {
  static var example: ScheduledCall {
    ScheduledCall(
      variables: [("XDG_STATE_HOME", "/home/a %h/$x")],
      words: ["/usr/bin/runintent", "--quiet", "automation", "run", "night.ly", "--due"])
  }
}
