internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering
internal import Schedules

enum AutomationAdd {
  static let command = Command(
    name: "automation add",
    usage:
      "automation add NAME INTENT --at TIME|--cron EXPRESSION|--every DURATION [OPTIONS] [-- PARAMETERS]",
    summary: "Write an automation, into your own folder or that of --intents.", operands: .any,
    options: [
      OptionSpec("at", .value("HH:MM"), "At this time of each day; repeat for more.", repeats: true),
      OptionSpec("days", .value("DAYS"), "With --at, only on these days, such as mon-fri."),
      OptionSpec("cron", .value("EXPRESSION"), "As crontab has it, such as '0 3 * * mon' or @daily."),
      OptionSpec("every", .value("DURATION"), "So far apart, such as 13h, counted from now."),
      OptionSpec(
        "zone", .value("ZONE"), "Whose clocks count, such as Europe/Berlin; the machine's when absent."),
      OptionSpec("catch-up", .value("none|once"), "What to do about moments when the machine was off."),
      OptionSpec("jitter", .value("DURATION"), "Start each run up to so long after its moment."),
      OptionSpec("on-failure", .value("ID"), "The intent to run when a run failed."),
    ], completion: .definitionAfterName, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    guard options.operands.count > 1 else {
      throw command.missing(options.operands.isEmpty ? "NAME" : "INTENT")
    }
    let (id, intent) = (options.operands[0], options.operands[1])
    guard Names.isIdentifier(id) else { throw .noIdentifier(id) }
    let when = try when(options, session)
    let parameters = try await parameters(of: intent, Array(options.operands.dropFirst(2)), options, session)
    var members: [(key: String, value: Value)] = [
      ("$schema", .string("../\(AutomationSchema.fileName)")), ("when", when),
      (
        "run",
        parameters.isEmpty
          ? .string(intent) : .object(["intent": .string(intent), "parameters": .object(parameters)])
      ),
    ]
    for (option, key) in [("catch-up", "catchUp"), ("jitter", "jitter"), ("on-failure", "onFailure")] {
      if let text = options.value(option) { members.append((key, .string(text))) }
    }
    if let other = options.value("on-failure") { _ = try session.library.find(other) }
    try write(Array("\(Value.object(ValueObject(uniqueMembers: members)).laidOut())\n".utf8), id, &session)
  }

  /// The values that were given for the intent's parameters, read by their types.
  private static func parameters(
    of intent: String, _ words: [String], _ options: ParsedOptions, _ session: Session
  ) async throws(Failure) -> ValueObject {
    let file = try session.library.find(intent)
    let definition = try session.library.load(file, id: intent).definition
    let arguments = try InvocationScanner.arguments(words.map(Word.init), for: definition)
    for argument in arguments where definition.parameter(named: argument.name)?.isSecret ?? false {
      throw Failure(.valueNothingAllowed, ["name": .text(argument.spelling)])
    }
    let resolved = try await IntentRun(options, session).resolve(definition, file, arguments)
    return ValueObject(
      uniqueMembers: resolved.values.members.filter { member in
        arguments.contains { $0.name == member.key }
          || definition.parameter(named: member.key)?.isRequired ?? false
      })
  }

  private static func write(_ bytes: [UInt8], _ id: String, _ session: inout Session) throws(Failure) {
    let folder = try AuthoringFolder.folder(session.engine)
    let path = "\(folder)/\(AutomationReader.folderName)/\(id).json"
    if session.world.files.facts(path) != nil || session.environment.installer.read(path) != nil {
      throw Failure(.fileExists, ["path": .text(session.display(path))])
    }
    let zones = session.library.zones
    let automation = try AutomationReader.read(
      SourceFile(displayPath: session.display(path), path: path, bytes: bytes), id: id
    ) { zones.rules(of: $0) != nil }
    try session.environment.installer.write(path, bytes, 0o644)
    let schema = (path: "\(folder)/\(AutomationSchema.fileName)", bytes: Array(AutomationSchema.text.utf8))
    if session.environment.installer.read(schema.path) != schema.bytes {
      try session.environment.installer.write(schema.path, schema.bytes, 0o644)
    }
    if session.settings.isQuiet { return }
    session.print(session.shown(path))
    let zone = session.library.rules(of: automation.schedule)
    if let next = automation.schedule.next(after: session.world.clock.wall(), in: zone) {
      session.tell("next: ${time}", ["time": .string(MomentLine(next, automation, zone).text)])
    }
    let install = ["runintent", "automation", "install"] + session.operand(id)
    session.tell("to start it: ${command}", ["command": .string(ShellWords.join(install))])
  }
}

extension AutomationAdd {
  /// The options that say when, as `when` of a file has it.
  private static func when(_ options: ParsedOptions, _ session: Session) throws(Failure) -> Value {
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
    if let zone, session.library.zones.rules(of: zone) == nil {
      throw .badValue(zone, of: "--zone", "a time zone of this machine, such as Europe/Berlin")
    }
    var members: [(key: String, value: Value)] = []
    let text = options.value(kind) ?? ""
    switch kind {
    case "cron":
      try check("--cron") { () throws(CronFault) in _ = try Schedule.cron(text) }
      if zone == nil { return .string(text) }
      members.append(("cron", .string(text)))
    case "every":
      guard Schedule.every(text) != nil else {
        throw .badValue(text, of: "--every", "a length of time in whole minutes, such as 13h or PT15M")
      }
      let start = WallTime(seconds: session.world.clock.wall().wholeSeconds / 60 * 60)
      let stamp = String(decoding: start.rfc3339.utf8.prefix(19), as: UTF8.self) + "Z"
      members += [("every", .string(text)), ("from", .string(stamp))]
    default:
      let times = options.values("at")
      try check("--at") { () throws(CronFault) in _ = try Schedule.daily(at: times) }
      members.append(("at", times.count == 1 ? .string(text) : Value(times)))
      if let days = options.value("days") {
        try check("--days") { () throws(CronFault) in _ = try Schedule.daily(at: times, on: days) }
        members.append(("days", .string(days)))
      }
    }
    if let zone { members.append(("zone", .string(zone))) }
    return .object(ValueObject(uniqueMembers: members))
  }

  private static func check(_ option: String, _ read: () throws(CronFault) -> Void) throws(Failure) {
    do throws(CronFault) {
      try read()
    } catch {
      var fault = Fault(.valueSchedule, ["name": .text(option)])
      fault.arguments += error.arguments
      throw Failure([fault])
    }
  }
}
