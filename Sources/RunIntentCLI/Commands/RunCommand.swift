internal import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// `runintent ID …` and `runintent run ID …`.
enum RunCommand {
  static let command = Command(
    name: "run", usage: "run ID [PARAMETERS] [OPTIONS]",
    summary: "Run an intent; the word run may be left out.",
    options: RunOptions.all, run: run)

  @Sendable
  static func run(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    guard let id = words.first, case .operand = Word(id) else {
      if words.contains("--help") || words.contains("-h") {
        return try HelpCommand.command(named: "run", &session)
      }
      throw Failure(.missingArgument, ["name": "ID", "command": "run"])
    }
    let startedAt = session.world.clock.wall()
    var report: RunReport
    do throws(Failure) {
      guard let finished = try await perform(id, Array(words.dropFirst()), leading, &session) else { return }
      report = finished
    } catch {
      session.adoptOutput(from: words)
      report = RunReport(intent: id, outcome: .failed(error), startedAt: startedAt)
    }
    session.answer(report)
  }

  /// The report of the run, `nil` when something else was asked for and is written.
  private static func perform(
    _ id: String, _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) -> RunReport? {
    await honourDeadlines(&session)
    let file = try session.find(id)
    var loaded = try session.load(file, id: id)
    var scanned = try InvocationScanner.scan(words, for: loaded.definition)
    scanned.options.options = leading.options + scanned.options.options
    let options = scanned.options
    try session.apply(options)
    if options.has("help") {
      HelpCommand.intent(session.localised(loaded.definition), &session)
      return nil
    }
    if options.has("version") {
      session.print("runintent \(Tool.version)")
      return nil
    }
    let call = try RunCall(options, session)
    let supplied = scanned.arguments + (try call.input(session, file: options.value("input")))
    loaded = session.localisedForRun(loaded)
    let entry = IntentEntry(session: session, call: call)
    if options.has("dry-run") {
      try await DryRun.show(loaded, file, supplied, entry, &session)
      return nil
    }
    var report = await entry.run(loaded, file, supplied)
    report.warnings += session.texts.takeWarnings()
    return report
  }

  /// What was due before this run happens first, whoever missed it, with a row of its own in the journal.
  private static func honourDeadlines(_ session: inout Session) async {
    let world = session.world
    do throws(Failure) {
      let honoured = try await DueDeadlines.honour(
        world: world, cancellation: session.environment.interruption)
      for item in honoured {
        let time = world.clock.wall()
        let start = RunStart(
          intent: "\(item.deadline.action) \(item.deadline.resource)", path: "", source: .timer,
          rule: "deadline", at: item.deadline.due)
        let report = RunReport(intent: start.intent, outcome: item.outcome, startedAt: time)
        try world.store.finishRun(world.store.beginRun(start), RunEnd(report, at: time))
      }
    } catch {
      session.warn(error.asWarnings)
    }
  }
}

/// The options of one run, read.
struct RunCall {
  var source: RunSource
  var timeout: Duration?
  var isConfirmed: Bool

  init(_ options: ParsedOptions, _ session: Session) throws(Failure) {
    for name in ["key", "follow"] where options.has(name) {
      throw Failure(.notYet, ["command": .text("--\(name)")])
    }
    let found = session.environment.source()
    source = found
    if let text = options.value("source") {
      guard let wanted = RunSource(text: text) else {
        throw .notAmong("--source", text, RunSource.named.map(\.text))
      }
      guard found == .terminal || wanted == found else {
        throw Failure(
          .permissionDenied,
          ["reason": .text("--source can only lower what is true: this is a \(found.text)")])
      }
      source = wanted
    }
    if let text = options.value("timeout") {
      guard let limit = Duration(text: text), limit > .zero else {
        throw Failure(
          .valueType,
          ["name": "--timeout", "value": .text(text), "expected": "a duration such as 30s or PT30S"])
      }
      timeout = limit
    }
    isConfirmed = options.has("yes")
  }

  /// The members of the JSON object that `--input` names.
  func input(_ session: Session, file: String?) throws(Failure) -> [SuppliedArgument] {
    guard let file else { return [] }
    let bytes: [UInt8]
    if file == "-" {
      bytes = try session.environment.readInput()
    } else {
      guard let read = session.world.files.read(session.absolute(file), JSONLimits.data.bytes + 1) else {
        throw Failure(.fileMissing, ["path": .text(file)])
      }
      bytes = read
    }
    guard case .object(let object) = try Value(json: bytes, file: file == "-" ? "standard input" : file)
    else {
      throw Failure(.inputNotObject, ["path": .text(file)])
    }
    return object.members.map {
      SuppliedArgument(name: $0.key, content: .value($0.value), spelling: "--\($0.key)")
    }
  }
}
