internal import IntentCore
internal import IntentEngine
internal import IntentPipeline

/// `runintent ID …` and `runintent run ID …`.
enum RunCommand {
  static let command = Command(
    name: "run", usage: "run ID [PARAMETERS] [OPTIONS]",
    summary: "Run an intent; the word run may be left out.",
    operands: .call, options: RunOptions.all, .words(run))

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    var call = call
    while call.words.first?.text == "--even-if-failed" {
      session.settings.runsAfterFailure = true
      call.words.removeFirst()
    }
    guard let id = call.operand else {
      if call.asksForHelp { return HelpCommand.explain(command, &session) }
      throw command.missing("ID")
    }
    let startedAt = session.world.clock.wall()
    var report: RunReport
    do throws(Failure) {
      guard let finished = try await perform(id, call, &session) else { return }
      report = finished
    } catch {
      report = RunReport(intent: id, outcome: .failed(error), startedAt: startedAt)
    }
    session.answer(report)
    if call.leading.has("notify") { await session.notify(report) }
  }

  /// The report of the run, `nil` when something else was asked for and is written.
  private static func perform(
    _ id: String, _ words: Invocation, _ session: inout Session
  ) async throws(Failure) -> RunReport? {
    var call = try session.engine.call(named: id)
    let definition = call.definition
    var scanned = try InvocationScanner.scan(words.following, for: definition)
    scanned.options.options = words.leading.options + scanned.options.options
    let options = scanned.options
    try session.apply(options)
    if options.has("help") {
      HelpCommand.intent(session.library.localised(definition), &session)
      return nil
    }
    if options.has("version") {
      session.print("runintent \(Session.version)")
      return nil
    }
    var terms = try RunTerms(options, session)
    if let place = options.value("key"), !options.has("dry-run") {
      terms.key = try session.key(at: place, of: definition, options, asks: terms.asks)
    }
    call.given =
      try scanned.arguments
      + session.input(options.value("input"), for: definition, besides: scanned.arguments)
    try call.refuseFixed()
    if options.value("input") != "-", options.value("key") != "-",
      let upstream = try session.upstream(of: call)
    {
      call.given += upstream.arguments(for: definition, given: call.arguments)
    }
    return try await perform(call, terms, options, &session)
  }

  /// Runs a call as the options want it; the report, `nil` when something else was asked for and is written.
  private static func perform(
    _ call: IntentCall, _ terms: RunTerms, _ options: ParsedOptions, _ session: inout Session
  ) async throws(Failure) -> RunReport? {
    if options.has("dry-run") {
      try await DryRun.show(call, terms, &session)
      return nil
    }
    await session.honourDeadlines()
    if options.has("follow") {
      try await Following.run(call, terms, &session)
      return nil
    }
    return await session.run(call, terms)
  }

  /// The options of a run that a call which somebody else made has: its values are there.
  static let repeatedOptions = RunOptions.all.except(["input", "key", "help", "version"])

  /// Runs a call that was made otherwise than word by word, and answers.
  static func answer(
    _ call: IntentCall, _ options: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    let startedAt = session.world.clock.wall()
    let terms = try RunTerms(options, session)
    do throws(Failure) {
      guard let report = try await perform(call, terms, options, &session) else { return }
      session.answer(report)
    } catch {
      session.answer(RunReport(intent: call.definition.id, outcome: .failed(error), startedAt: startedAt))
    }
  }
}

extension Session {
  /// Runs a call to its end, showing how far it is.
  mutating func run(_ call: IntentCall, _ terms: RunTerms) async -> RunReport {
    var door = TerminalDoor(session: self)
    door.display = ProgressDisplay(self, intent: call.definition.id)
    let report = await engine.run(call, on: terms, through: door)
    door.display?.end()
    return report
  }

  /// The members of the JSON object that `--input` names; a parameter given both ways is the command line's.
  func input(
    _ file: String?, for definition: IntentDefinition, besides given: [SuppliedArgument] = []
  ) throws(Failure) -> [SuppliedArgument] {
    guard let file else { return [] }
    let bytes: [UInt8]
    do throws(Failure) {
      bytes = try environment.readInput(file == "-" ? nil : library.absolute(file))
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
    return object.supplied(as: .input).filter { member in !given.contains { $0.name == member.name } }
  }

  /// What is piped in, where a parameter that was not given takes it; standard input is else not read.
  func upstream(of call: IntentCall) throws(Failure) -> Upstream? {
    guard call.takesInput, environment.inputIsPiped() else { return nil }
    return try Upstream.read(
      try environment.readInput(nil), for: call.definition.id, evenIfFailed: settings.runsAfterFailure)
  }
}

extension RunTerms {
  /// What the options of one run say.
  init(_ options: ParsedOptions, _ session: Session) throws(Failure) {
    let found = session.environment.source()
    self.init(source: found, isConfirmed: options.has("yes"))
    if let wanted = try options.sources().last { try act(as: wanted) }
    if let text = options.value("timeout") {
      guard let limit = Duration(text: text), limit > .zero else {
        throw .badValue(text, of: "--timeout", "a duration such as 30s or PT30S")
      }
      timeout = limit
    }
    asks = source == .terminal && !options.has("no-input")
  }
}

extension IntentRun {
  /// A run as the options want it, with the person at the terminal to ask.
  init(_ options: ParsedOptions, _ session: Session) throws(Failure) {
    self.init(session.engine, try RunTerms(options, session), through: TerminalDoor(session: session))
  }
}

extension ParsedOptions {
  /// The sources that `--source` names, each once.
  func sources() throws(Failure) -> [RunSource] {
    var sources: [RunSource] = []
    for text in values("source") {
      guard let source = RunSource(text: text) else {
        throw .notAmong("--source", text, RunSource.named.map(\.text))
      }
      if !sources.contains(source) { sources.append(source) }
    }
    return sources
  }
}
