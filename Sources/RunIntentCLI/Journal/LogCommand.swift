internal import IntentCore
internal import IntentRendering

/// `runintent log`: the journal of runs, newest first.
enum LogCommand {
  static let command = Command(
    name: "log", usage: "log [--forget RUN|INTENT|--all]",
    summary: "Show what ran, from where, and how it ended, or forget it.",
    options: [
      OptionSpec("last", .value("N"), "So many rows (20)."),
      OptionSpec("intent", .value("ID"), "Only this intent."),
      OptionSpec("failed", .flag, "Only runs that failed, were ended or are unknown."),
      OptionSpec("denied", .flag, "Only runs that were refused."),
      OptionSpec("why", .flag, "Also the rule that let it pass or stopped it."),
      OptionSpec("forget", .flag, "Erase a run, or all of an intent, and what was learnt from them."),
      OptionSpec("all", .flag, "With --forget, erase every run."),
    ], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    if options.has("forget") || options.has("all") { return try Forgetting.run(options, &session) }
    try command.takeNone(options)
    let query = try query(options)
    let records = try session.world.store.runs(query)
    if !session.write("runs", records.map(json)) {
      if records.isEmpty {
        session.tell("No runs.")
        return
      }
      let showsRule = options.has("why")
      var columns = Columns(plain: showsRule ? 9 : 8, style: session.style())
      for record in records {
        var row = row(record, session)
        if showsRule { row.insert(record.start.rule, at: 4) }
        columns.append(row)
      }
      session.write(columns)
    }
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
      "capabilities": .array(record.start.capabilities.map { .string($0) }),
      "rule": .string(record.start.rule),
      "startedAt": .string(record.start.at.rfc3339),
      "endedAt": record.end.map { .string($0.at.rfc3339) } ?? .null,
      "exitCode": record.end.map { .integer(Int($0.exitCode)) } ?? .null,
      "code": record.end?.code.map { .string($0) } ?? .null,
      "dialog": record.end.map { .string($0.dialog) } ?? .null,
      "effect": record.end?.effect.map { effect in
        .object([
          "resource": .string(effect.resource), "found": .string(effect.found), "left": .string(effect.left),
        ])
      } ?? .null,
    ])
  }
}
