internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering
internal import Schedules

/// `runintent automation add`: writes an automation.
enum AutomationAdd {
  static let command = Command(
    name: "automation add",
    usage:
      "automation add NAME INTENT --at TIME|--cron EXPRESSION|--every DURATION [OPTIONS] [-- PARAMETERS]",
    summary: "Write an automation, into your own folder or that of --intents.",
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
    ], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    guard options.operands.count > 1 else {
      throw command.missing(options.operands.isEmpty ? "NAME" : "INTENT")
    }
    let (id, intent) = (options.operands[0], options.operands[1])
    guard Names.isIdentifier(id) else {
      throw .noIdentifier(id)
    }
    let when = try ScheduleOptions(options, session).value
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
    if let other = options.value("on-failure") { _ = try session.find(other) }
    try write(Array("\(Value.object(ValueObject(uniqueMembers: members)).laidOut())\n".utf8), id, &session)
  }

  /// The values that were given for the intent's parameters, read by their types.
  private static func parameters(
    of intent: String, _ words: [String], _ options: ParsedOptions, _ session: Session
  ) async throws(Failure) -> ValueObject {
    let file = try session.find(intent)
    let definition = try session.load(file, id: intent).definition
    let scanned = try InvocationScanner.scan(words.map(Word.init), for: definition)
    if let option = scanned.options.options.first {
      throw Failure(.unknownOption, ["option": .text("--\(option.name)"), "intent": .text(intent)])
    }
    for argument in scanned.arguments where definition.parameter(named: argument.name)?.isSecret ?? false {
      throw Failure(.valueNothingAllowed, ["name": .text(argument.spelling)])
    }
    let run = IntentRun(
      session.engine, try RunTerms(options, session), through: TerminalDoor(session: session))
    let resolved = try await run.resolve(definition, file, scanned.arguments)
    return ValueObject(
      uniqueMembers: resolved.values.members.filter { member in
        scanned.arguments.contains { $0.name == member.key }
          || definition.parameter(named: member.key)?.isRequired ?? false
      })
  }

  private static func write(_ bytes: [UInt8], _ id: String, _ session: inout Session) throws(Failure) {
    let folder = try AuthoringFolder.folder(session.engine)
    let path = "\(folder)/\(AutomationReader.folderName)/\(id).json"
    if session.world.files.facts(path) != nil || session.environment.installer.read(path) != nil {
      throw Failure(.fileExists, ["path": .text(session.display(path))])
    }
    let zones = session.engine.library.zones
    let automation = try AutomationReader.read(
      SourceFile(displayPath: session.display(path), path: path, bytes: bytes), id: id
    ) { zones.rules(of: $0) != nil }
    try session.environment.installer.write(path, bytes, 0o644)
    let schema = "\(folder)/\(AutomationSchema.fileName)"
    if session.environment.installer.read(schema) != Array(AutomationSchema.text.utf8) {
      try session.environment.installer.write(schema, Array(AutomationSchema.text.utf8), 0o644)
    }
    if session.settings.isQuiet { return }
    session.print(session.display(path).cleaned(.line))
    let zone = session.engine.library.rules(of: automation.schedule)
    if let next = automation.schedule.next(after: session.world.clock.wall(), in: zone) {
      let line = MomentLine(next, automation, zone)
      session.print(session.text("next: ${time}", ["time": .string("\(line.time) \(line.offset)")]))
    }
    let operand = session.engine.settings.intents.map { ["--intents", $0, id] } ?? [id]
    session.print(
      session.text(
        "to start it: ${command}",
        ["command": .string(ShellWords.join(["runintent", "automation", "install"] + operand))]))
  }
}
