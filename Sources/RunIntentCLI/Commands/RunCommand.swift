internal import IntentCore
internal import IntentEngine
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
    var words = words
    while words.first == "--even-if-failed" {
      session.settings.runsAfterFailure = true
      words.removeFirst()
    }
    guard let id = words.first, case .operand = Word(id) else {
      if words.contains("--help") || words.contains("-h") {
        return try HelpCommand.command(named: "run", &session)
      }
      throw command.missing("ID")
    }
    let startedAt = session.world.clock.wall()
    session.adoptSettings(from: words)
    var report: RunReport
    do throws(Failure) {
      guard let finished = try await perform(id, Array(words.dropFirst()), leading, &session) else { return }
      report = finished
    } catch {
      report = RunReport(intent: id, outcome: .failed(error), startedAt: startedAt)
    }
    session.answer(report)
    if leading.has("notify") { await session.notify(report) }
  }

  /// The report of the run, `nil` when something else was asked for and is written.
  private static func perform(
    _ id: String, _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) -> RunReport? {
    let call = try session.call(named: id)
    let definition = call.loaded.definition
    var scanned = try InvocationScanner.scan(words, for: definition)
    scanned.options.options = leading.options + scanned.options.options
    let options = scanned.options
    try session.apply(options)
    if options.has("help") {
      HelpCommand.intent(session.localised(definition), &session)
      return nil
    }
    if options.has("version") {
      session.print("runintent \(Tool.version)")
      return nil
    }
    var run = try RunCall(options, session)
    if let place = options.value("key"), !options.has("dry-run") {
      run.key = try KeyReading(session, asks: run.asks).key(at: place, of: definition, options)
    }
    // A parameter given both ways is the command line's, as in every other tool.
    let input = try run.input(session, file: options.value("input"), for: definition).filter {
      member in
      !scanned.arguments.contains { $0.name == member.name }
    }
    var supplied = scanned.arguments + input
    try call.refuseFixed(supplied)
    if options.value("input") != "-", options.value("key") != "-",
      let upstream = try definition.upstream(besides: call.kept + supplied, session)
    {
      supplied += upstream.arguments(for: definition, given: call.kept + supplied)
    }
    return try await perform(call, supplied, run, options, &session)
  }

  /// Runs a call as the options want it; the report, `nil` when something else was asked for and is written.
  private static func perform(
    _ call: PreparedCall, _ given: [SuppliedArgument], _ run: RunCall, _ options: ParsedOptions,
    _ session: inout Session
  ) async throws(Failure) -> RunReport? {
    let loaded = session.worded(call)
    let file = call.file
    let supplied = call.kept.isEmpty ? given : call.kept + given
    var entry = IntentEntry(session: session, call: run)
    entry.label = session.label(of: call)
    if options.has("dry-run") {
      try await DryRun.show(loaded, file, supplied, entry, &session)
      return nil
    }
    await session.honourDeadlines()
    if options.has("follow") {
      try await Following.run(loaded, file, supplied, entry, &session)
      return nil
    }
    entry.display = ProgressDisplay(session, intent: loaded.definition.id, title: loaded.definition.title)
    var report = await entry.run(loaded, file, supplied)
    if let clear = try await entry.clarified(report, loaded.definition, supplied) {
      report = await entry.run(loaded, file, clear)
    }
    entry.display?.end()
    report.warnings += session.engine.library.takeWarnings()
    return report
  }

  /// The options of a run that a call which somebody else made has: its values are there.
  static let repeatedOptions = RunOptions.all.filter {
    !["input", "key", "help", "version"].contains($0.name)
  }

  /// Runs a call that was made otherwise than word by word, and answers.
  static func answer(
    _ call: PreparedCall, _ options: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    let startedAt = session.world.clock.wall()
    let run = try RunCall(options, session)
    do throws(Failure) {
      guard let report = try await perform(call, [], run, options, &session) else { return }
      session.answer(report)
    } catch {
      session.answer(
        RunReport(intent: call.loaded.definition.id, outcome: .failed(error), startedAt: startedAt))
    }
  }
}

extension PreparedCall {
  /// What a shortcut holds stays as it is.
  fileprivate func refuseFixed(_ given: [SuppliedArgument]) throws(Failure) {
    if kept.isEmpty { return }
    let fixed = given.filter { argument in kept.contains { $0.name == argument.name } }
    guard !fixed.isEmpty else { return }
    throw Failure(
      fixed.map { argument in
        Fault(
          .parameterFixed, ["name": .text("--\(argument.name)"), "other": .text(shortcut ?? "")],
          parameter: argument.name)
      })
  }
}

/// The options of one run, read.
struct RunCall {
  var source: RunSource
  var timeout: Duration?
  var isConfirmed: Bool
  /// Whether the person at the terminal may be asked (`--no-input` forbids it).
  var asks: Bool
  /// A key to a door that the caller gave.
  var key: PresentedKey?

  init(_ options: ParsedOptions, _ session: Session) throws(Failure) {
    let found = session.environment.source()
    source = found
    if let text = options.value("source") {
      guard let wanted = RunSource(text: text) else {
        throw .notAmong("--source", text, RunSource.named.map(\.text))
      }
      guard found == .terminal || wanted == found else {
        throw Failure(.sourceRaised, ["value": .text(text), "source": .text(found.text)])
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
    asks = source == .terminal && !options.has("no-input")
  }

  /// The members of the JSON object that `--input` names.
  func input(
    _ session: Session, file: String?, for definition: IntentDefinition
  ) throws(Failure) -> [SuppliedArgument] {
    guard let file else { return [] }
    let bytes: [UInt8]
    do throws(Failure) {
      bytes = try session.environment.readInput(file == "-" ? nil : session.absolute(file))
    } catch  where error.faults.first?.code == .fileMissing {
      throw Failure(.fileMissing, ["option": "--input", "path": .text(file)])
    }
    let value: Value
    do throws(Failure) {
      value = try Value(json: bytes, file: file == "-" ? "standard input" : file)
    } catch {
      let failure = error.asBadValue(name: "--input")
      throw definition.takesSecrets ? failure.withoutValues : failure
    }
    guard case .object(let object) = value else {
      throw Failure(.inputNotObject, ["name": "--input", "path": .text(file)])
    }
    return object.members.map {
      SuppliedArgument(
        name: $0.key, content: .value($0.value), spelling: "--\($0.key)", origin: .input)
    }
  }
}
