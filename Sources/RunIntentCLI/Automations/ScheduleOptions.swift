internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering
internal import Schedules

/// The options that say when, as `when` of a file has it.
struct ScheduleOptions {
  let value: Value

  init(_ options: ParsedOptions, _ session: Session) throws(Failure) {
    let kinds = ["at", "cron", "every"].filter(options.has)
    guard let kind = kinds.first else {
      throw Failure(
        .missingArgument,
        [
          "name": "--at", "allowed": .list(["--at", "--cron", "--every"]),
          "command": .list(["runintent", "automation", "--help"]),
        ])
    }
    if kinds.count > 1 { throw Failure(.unexpectedArgument, ["value": .text("--\(kinds[1])")]) }
    if options.has("days"), kind != "at" { throw Failure(.unexpectedArgument, ["value": "--days"]) }
    let zone = options.value("zone")
    if let zone, session.engine.library.zones.rules(of: zone) == nil {
      throw Failure(
        .valueType,
        [
          "name": "--zone", "value": .text(zone),
          "expected": "a time zone of this machine, such as Europe/Berlin",
        ])
    }
    var members: [(key: String, value: Value)] = []
    let text = options.value(kind) ?? ""
    switch kind {
    case "cron":
      try Self.check("--cron") { () throws(CronFault) in _ = try Schedule.cron(text) }
      if zone == nil {
        value = .string(text)
        return
      }
      members.append(("cron", .string(text)))
    case "every":
      guard Schedule.every(text) != nil else {
        throw Failure(
          .valueType,
          [
            "name": "--every", "value": .text(text),
            "expected": "a length of time in whole minutes, such as 13h or PT15M",
          ])
      }
      let start = WallTime(seconds: session.world.clock.wall().wholeSeconds / 60 * 60)
      let stamp = String(decoding: start.rfc3339.utf8.prefix(19), as: UTF8.self) + "Z"
      members += [("every", .string(text)), ("from", .string(stamp))]
    default:
      let times = options.values("at")
      try Self.check("--at") { () throws(CronFault) in _ = try Schedule.daily(at: times) }
      members.append(("at", times.count == 1 ? .string(text) : .array(times.map { .string($0) })))
      if let days = options.value("days") {
        try Self.check("--days") { () throws(CronFault) in _ = try Schedule.daily(at: times, on: days) }
        members.append(("days", .string(days)))
      }
    }
    if let zone { members.append(("zone", .string(zone))) }
    value = .object(ValueObject(uniqueMembers: members))
  }

  private static func check(
    _ option: String, _ read: () throws(CronFault) -> Void
  ) throws(Failure) {
    do throws(CronFault) {
      try read()
    } catch {
      var fault = Fault(.valueSchedule, ["name": .text(option)])
      fault.arguments += error.arguments
      throw Failure([fault])
    }
  }
}
