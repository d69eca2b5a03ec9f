internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentPlatform
internal import IntentRendering

/// `runintent why`: whether an intent would run, and each rule that says so, with nothing run.
enum WhyCommand {
  static let command = Command(
    name: "why", usage: "why ID [PARAMETERS] [--source SOURCE]",
    summary: "Explain whether an intent would run, rule by rule, without running it.",
    options: [
      OptionSpec("source", .value("terminal|script|timer|automation"), "As if it were run from there."),
      OptionSpec("yes", .flag, "As if it were confirmed."),
    ], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    guard let id = call.operand else {
      if call.asksForHelp {
        return try HelpCommand.command(named: "why", &session)
      }
      throw command.missing("ID")
    }
    let (file, name) = try session.definition(id)
    let loaded = try session.load(file, id: name)
    var scanned = try InvocationScanner.scan(call.following, for: loaded.definition)
    scanned.options.options = call.leading.options + scanned.options.options
    try session.apply(scanned.options)
    if scanned.options.has("help") { return try HelpCommand.command(named: "why", &session) }
    var terms = try RunTerms(scanned.options.without("source"), session)
    if let source = try TrustCommand.namedSources(scanned.options).last {
      terms.source = source
      terms.asks = source == .terminal && !scanned.options.has("no-input")
    }
    let input = try session.input(scanned.options.value("input"), for: loaded.definition)
    let definition = session.localisedForRun(loaded).definition
    let run = IntentRun(session.engine, terms, through: TerminalDoor(session: session))
    var answer = try await run.explain(definition, file, scanned.arguments + input)
    if answer.explanation.isChanged, let trust = try session.world.store.standing(of: file.path).trust {
      answer.difference = await TrustDifference(since: trust, in: file, id: name, session.engine)
    }
    WhyReport(definition: definition, source: terms.source, answer: answer).write(&session)
  }
}

extension ParsedOptions {
  fileprivate func without(_ name: String) -> ParsedOptions {
    ParsedOptions(options: options.filter { $0.name != name }, operands: operands)
  }
}
