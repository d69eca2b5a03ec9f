internal import IntentCore
internal import IntentLoading
internal import IntentRendering

enum LogCommand {
  static let command = Command(
    name: "log", usage: "log [--forget RUN|INTENT|--all]",
    summary: "Show what ran, from where, and how it ended, or forget it.", operands: .any,
    options: [
      OptionSpec("last", .value("N"), "So many rows (20)."),
      OptionSpec("intent", .value("ID"), "Only this intent."),
      OptionSpec("failed", .flag, "Only runs that failed, were ended or are unknown."),
      OptionSpec("denied", .flag, "Only runs that were refused."),
      OptionSpec("why", .flag, "Also the rule that let it pass or stopped it."),
      OptionSpec("forget", .flag, "Erase a run, or all of an intent, and what was learnt from them."),
      OptionSpec("all", .flag, "With --forget, erase every run."),
    ], .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    if options.has("forget") || options.has("all") { return try Forgetting.run(options, &session) }
    try command.check(options, .none)
    let records = try session.world.store.runs(query(options))
    let showsRule = options.has("why")
    let rows = records.map { record in
      var row = row(record, session)
      if showsRule { row.insert(record.start.rule, at: 4) }
      return row
    }
    session.list(
      "runs", records.map(json), rows, in: Columns(plain: showsRule ? 9 : 8, style: session.style()),
      none: session.text("No runs."))
  }

  private static func query(_ options: ParsedOptions) throws(Failure) -> JournalQuery {
    var query = JournalQuery(intent: options.value("intent"))
    if let count = try options.count("last") { query.limit = count }
    if options.has("failed") { query.states += [.failed, .timedOut, .killed, .unknown] }
    if options.has("denied") { query.states.append(.denied) }
    return query
  }

  private static func row(_ record: RunRecord, _ session: Session) -> [String] {
    let clock = session.world.clock
    let time = DateText.text(clock.local(record.start.at), today: clock.local(clock.wall()))
    let refused = record.state == .denied ? record.start.capabilities.joined(separator: " ") : nil
    let detail = [record.end?.code, refused, record.end?.dialog].compactMap(\.self).filter { !$0.isEmpty }
    return [
      String(record.run), time, record.start.intent, record.start.source.text, record.state.rawValue,
      record.end.map { String($0.exitCode) } ?? "", record.start.summary, detail.joined(separator: ": "),
    ]
  }

  private static func json(_ record: RunRecord) -> Value {
    .object([
      "run": .integer(record.run), "intent": .string(record.start.intent), "path": .string(record.start.path),
      "summary": .string(record.start.summary), "source": .string(record.start.source.text),
      "state": .string(record.state.rawValue),
      "parameters": (try? Value(json: Array(record.start.parameters.utf8), file: "")) ?? .null,
      "capabilities": Value(record.start.capabilities), "rule": .string(record.start.rule),
      "startedAt": Value(record.start.at), "endedAt": Value(record.end?.at),
      "exitCode": Value(record.end.map { Int($0.exitCode) }), "code": Value(record.end?.code),
      "dialog": Value(record.end?.dialog),
      "effect": record.end?.effect.map { effect in
        .object([
          "resource": .string(effect.resource), "found": .string(effect.found), "left": .string(effect.left),
        ])
      } ?? .null,
    ])
  }
}

/// `runintent log --forget`: erases runs from the journal, from which suggestions are learnt too.
enum Forgetting {
  static func run(_ options: ParsedOptions, _ session: inout Session) throws(Failure) {
    let runs = try selection(options)
    let (question, values, words): (String, ValueObject, [String]) =
      switch runs {
      case .all: ("Forget every run?", [:], ["--all"])
      case .of(let intent): ("Forget every run of ${intent}?", ["intent": .string(intent)], [intent])
      case .one(let run): ("Forget run ${run}?", ["run": .integer(run)], [String(run)])
      }
    try session.confirm(
      session.text(question, values), intents: "log",
      command: ["runintent", "log", "--forget"] + words + ["--yes"], unless: options.has("yes"))
    let count = try session.world.store.forget(runs)
    if count == 0, case .one(let run) = runs { throw Failure(.runUnknown, ["run": .integer(run)]) }
    session.tell("forgotten runs: ${count}", ["count": .integer(count)])
  }

  private static func selection(_ options: ParsedOptions) throws(Failure) -> ForgottenRuns {
    let command = LogCommand.command
    guard options.has("forget") else { throw command.missing("--forget") }
    try command.check(options, options.has("all") ? .none : .one("RUN"))
    if options.has("all") { return .all }
    let operand = options.operand
    if case .integer(let number) = JSONNumber.read(Array(operand.utf8)[...]) { return .one(number) }
    guard Names.isIntent(operand) else { throw Failure(.intentUnknown, ["intent": .text(operand)]) }
    return .of(intent: operand)
  }
}
