internal import IntentCore
package import Schedules

/// When a scheduler of the machine must call: at every moment at which an automation is due, and perhaps at
/// others, at which the call finds nothing due.
package struct SchedulerTimes: Sendable {
  let schedule: Schedule
  /// The rules of the automation's zone, and of the machine.
  package let zone: ZoneRules
  let machine: ZoneRules
  let now: WallTime

  /// Schedules of five fields each, as crontab(5) has them. Cron itself heeds changes of the machine's clocks.
  func crontab(knowsZone: Bool = true) -> [String] {
    if case .calendar(let expressions) = schedule.rule, knowsZone, zone == machine {
      return expressions.map(\.fields)
    }
    let offsets = machine.offsets(after: now)
    var minutes = Set(universalMinutes.flatMap { minute in offsets.map { Self.minute(minute + $0 / 60) } })
    if !knowsZone {
      minutes = Set(minutes.flatMap { minute in [0, 15, 30, 45].map { Self.minute(minute + $0) } })
    }
    return ["\(Self.list(minutes)) * * * *"]
  }

  /// Calendars as systemd.time(7) has them. Systemd leaves out what the clocks skip, and of what they show twice it
  /// knows the first alone: hence lines of their own, and UTC, where that matters.
  var calendars: [String] {
    guard case .calendar(let expressions) = schedule.rule else {
      return ["*-*-* *:\(Self.list(universalMinutes)):00 UTC"]
    }
    let suffix = schedule.zone.map { " \($0)" } ?? ""
    let changes = zone.changes(after: now)
    var lines: [String] = []
    for expression in expressions {
      if expression.followsRealTime, !changes.isEmpty {
        lines.append("*-*-* *:\(Self.list(universalMinutes(of: expression))):00 UTC")
        continue
      }
      lines += expression.calendars.map { $0 + suffix }
      for (month, minute) in expression.resumptions(changes) {
        lines.append("*-\(month)-* \(minute / 60):\(minute % 60):00\(suffix)")
      }
    }
    var unique: [String] = []
    for line in lines where !unique.contains(line) { unique.append(line) }
    return unique
  }

  /// The minutes of an hour in UTC at which it can be due.
  private var universalMinutes: Set<Int> {
    switch schedule.rule {
    case .interval(let seconds, let start):
      let (period, first) = (seconds / 60, start / 60)
      if period % 60 == 0 { return [Self.minute(first)] }
      if 60 % period != 0 { return Set(0..<60) }
      return Set((0..<(60 / period)).map { Self.minute(first + $0 * period) })
    case .calendar(let expressions):
      return expressions.reduce(into: []) { $0.formUnion(universalMinutes(of: $1)) }
    }
  }

  private func universalMinutes(of expression: CronExpression) -> Set<Int> {
    let resumed = expression.resumptions(zone.changes(after: now)).map { $0.minute % 60 }
    return Set(
      (expression.minuteNumbers + resumed).flatMap { minute in
        zone.offsets(after: now).map { Self.minute(minute - $0 / 60) }
      })
  }

  private static func minute(_ number: Int) -> Int { (number % 60 + 60) % 60 }

  private static func list(_ minutes: Set<Int>) -> String {
    minutes.count == 60 ? "*" : minutes.sorted().map { String($0) }.joined(separator: ",")
  }
}
