package import IntentCore
internal import Schedules

/// Reads `when`: a cron expression, or an object with `cron`, `every` or `at`.
struct ScheduleReader: KeyedObject {
  /// The members of `cron`, `every` and `at`, of which one must be there.
  private var kinds: [JSONMember] = []
  private var from: JSONMember?
  private var days: JSONMember?
  private var zone: JSONMember?

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("cron", "", "", .reference("cron")) { reader, member, _ in reader.kinds.append(member) }
    row("every", "Every", "So far apart, whatever the clocks show; whole minutes.", .reference("duration")) {
      reader, member, _ in reader.kinds.append(member)
    }
    row(
      "from", "From", "The moment from which `every` counts; without it, the start of 1970 in UTC.",
      .text(["format": "date-time"])
    ) { reader, member, _ in reader.from = member }
    row(
      "at", "At", "A time of the day, or a list of them.",
      ["anyOf": [.object(time), .object(.filledList(of: time))]]
    ) { reader, member, _ in reader.kinds.append(member) }
    row(
      "days", "Days", "The days of the week for `at`, as cron has them.",
      .text(["examples": ["mon-fri", "sat,sun"], "minLength": 1])
    ) { reader, member, _ in reader.days = member }
    row(
      "zone", "Zone", "Whose clocks count; without it, the machine's.",
      .text(["examples": ["Europe/Berlin", "UTC"]])
    ) { reader, member, _ in reader.zone = member }
  }

  private static var time: ValueObject { .text(["pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"]) }

  static var schema: Value {
    .object([
      "type": "object", "properties": .object(properties), "oneOf": .required(["cron", "every", "at"]),
      "dependentRequired": .object(["days": ["at"], "from": ["every"]]), "additionalProperties": false,
    ])
  }

  static var cronSchema: Value {
    ValueObject.text(["pattern": "^\\s*(@[A-Za-z]+|[^@\\s]+([ \\t]+[^@\\s]+){4})\\s*$"]).annotated(
      "Cron expression",
      "Minute, hour, day of the month, month, day of the week, as in crontab(5); or @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually."
    )
  }

  mutating func schedule(
    _ member: JSONMember, _ knowsZone: (String) -> Bool, _ log: inout ReadingLog
  ) -> Schedule? {
    if case .string = member.node.kind { return cron(member, zone: nil, &log) }
    guard case .object(let members) = member.node.kind else {
      log.wrongType(member, expected: "a cron expression, or an object with \"cron\", \"every\" or \"at\"")
      return nil
    }
    read(members, &log)
    let zone = zone.flatMap { self.zone($0, knowsZone, &log) }
    guard let kind = kinds.first, kinds.count == 1 else {
      log.error(
        .definitionType,
        ["key": .text(member.key), "expected": "an object with one of \"cron\", \"every\" and \"at\""],
        at: member.node.span)
      return nil
    }
    for (stray, owner) in [(days, "at"), (from, "every")] where kind.key != owner {
      guard let stray else { continue }
      log.misplacedKey(stray, hint: "\"\(stray.key)\" goes with \"\(owner)\" alone")
    }
    switch kind.key {
    case "cron": return cron(kind, zone: zone, &log)
    case "every": return every(kind, from: from, zone: zone, &log)
    default: return at(kind, days: days, zone: zone, &log)
    }
  }

  private func cron(_ member: JSONMember, zone: String?, _ log: inout ReadingLog) -> Schedule? {
    guard let text = log.text(member) else { return nil }
    return made(of: text, member.node, &log) { text throws(CronFault) in try Schedule.cron(text, zone: zone) }
  }

  private func every(
    _ member: JSONMember, from start: JSONMember?, zone: String?, _ log: inout ReadingLog
  ) -> Schedule? {
    var from: WallTime?
    if let start, let text = log.text(start) {
      from = MomentText.moment(of: text)
      if from == nil { log.wrongType(start, expected: "a moment such as 2026-12-01T08:00:00Z") }
    }
    guard let text = log.text(member) else { return nil }
    if let schedule = Schedule.every(text, from: from, zone: zone) { return schedule }
    log.error(
      .definitionType,
      [
        "key": .text(member.key), "value": .text(text),
        "expected": "a length of time in whole minutes, such as 13h or PT15M",
      ], at: member.node.span)
    return nil
  }

  private func at(
    _ member: JSONMember, days: JSONMember?, zone: String?, _ log: inout ReadingLog
  ) -> Schedule? {
    let items = if case .array = member.node.kind, !member.node.isEmpty { member.items } else { [member] }
    var times: [String] = []
    for item in items {
      guard case .string(let text) = item.node.kind else {
        log.wrongType(item, expected: "a time such as 03:00, or a list of them")
        return nil
      }
      let time = made(of: text, item.node, &log) { text throws(CronFault) in try Schedule.daily(at: [text]) }
      if time != nil { times.append(text) }
    }
    let isGood = times.count == items.count
    guard let days else { return isGood ? try? Schedule.daily(at: times, zone: zone) : nil }
    guard let text = log.text(days) else { return nil }
    let schedule = made(of: text, days.node, &log) { text throws(CronFault) in
      try Schedule.daily(at: times, on: text, zone: zone)
    }
    return isGood ? schedule : nil
  }

  private func zone(_ member: JSONMember, _ knowsZone: (String) -> Bool, _ log: inout ReadingLog) -> String? {
    guard let name = log.text(member) else { return nil }
    if knowsZone(name) { return name }
    log.error(.definitionZone, ["value": .text(name)], at: member.node.span)
    return nil
  }

  /// What is made of a text that stands at a node; what is wrong with it is said there.
  private func made(
    of text: String, _ node: JSONNode, _ log: inout ReadingLog, _ make: (String) throws(CronFault) -> Schedule
  ) -> Schedule? {
    do throws(CronFault) {
      return try make(text)
    } catch {
      let span = log.document.span(of: error.piece.utf8, at: error.offset, in: node, length: text.utf8.count)
      log.error(.definitionSchedule, facts: error.arguments, at: span)
      return nil
    }
  }
}

extension CronFault {
  /// The facts that the wording of the fault needs.
  package var arguments: [(name: String, value: FaultArgument)] {
    var arguments: [(name: String, value: FaultArgument)] = [
      ("reason", .text(problem.rawValue)), ("kind", .text(field)), ("value", .text(piece)),
    ]
    if !allowed.isEmpty { arguments.append(("allowed", .text(allowed))) }
    if let count { arguments.append(("found", .integer(count))) }
    return arguments
  }
}
