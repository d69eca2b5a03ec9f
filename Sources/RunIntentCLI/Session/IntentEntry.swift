internal import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// Brings an intent from its file through resolver, gate and runner, asking where somebody can answer.
struct IntentEntry: Sendable {
  let environment: ToolEnvironment
  let catalog: Catalog
  let load: @Sendable (SourceFile, String) throws(Failure) -> LoadedDefinition
  let source: RunSource
  let timeout: Duration?
  let isConfirmed: Bool
  private let asks: Bool
  private let style: Style
  private let namesByPath: Bool
  private let text: Localizer
  /// A last word on what an allowed run is about to touch.
  var permit: @Sendable ([Capability]) throws(Failure) -> Void = { _ throws(Failure) in }

  init(session: Session, call: RunCall) {
    environment = session.environment
    catalog = session.catalog
    load = { file, id throws(Failure) in try session.load(file, id: id) }
    source = call.source
    timeout = call.timeout
    isConfirmed = call.isConfirmed
    asks = call.asks
    style = session.style(forErrors: true)
    namesByPath = session.settings.intents != nil
    text = session.text
  }

  var gate: Gate { Gate(world: environment.world, registry: .live) }

  /// Asks for what is missing where the person at the terminal may be asked.
  func resolve(
    _ definition: IntentDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument]
  ) async throws(Failure) -> ResolvedInvocation {
    let resolver = Resolver(
      world: environment.world, entities: .spoken(text),
      choices: definition.listsChoices ? choiceSource(file) : .none)
    var supplied = supplied
    var mayAsk = asks && definition.modes.contains(.interactive)
    while true {
      switch await resolver.resolve(definition, supplied) {
      case .ready(let resolved): return resolved
      case .failed(let failure): throw failure
      case .needs(let questions):
        let prompting = Prompting(environment: environment, style: style, say: text) {
          parameter, argument throws(Failure) in
          try await resolver.read(parameter, [argument], of: definition)
        }
        guard mayAsk, let answers = try await prompting.answers(questions, definition) else {
          throw Failure(unanswered: questions, intent: definition.id)
        }
        supplied.removeAll { argument in answers.contains { $0.name == argument.name } }
        supplied += answers
        mayAsk = false
      }
    }
  }

  func admit(_ definition: IntentDefinition, _ file: SourceFile) throws(Failure) -> Admission {
    switch gate.admit(definition, entry(for: file)) {
    case .ready(let admission): return admission
    case .failed(let failure): throw failure
    case .needs(let questions): throw Failure(unanswered: questions, intent: definition.id)
    }
  }

  /// - Parameter asking: Whether a question may be put to the person at the terminal.
  func authorize(
    _ resolved: ResolvedInvocation, _ admission: Admission, _ file: SourceFile, asking: Bool = true
  ) throws(Failure) -> AuthorizedInvocation {
    var entry = entry(for: file)
    switch gate.authorize(resolved, admission, entry) {
    case .ready(let authorized): return authorized
    case .failed(let failure): throw failure
    case .needs(let questions):
      let failure = Failure(unanswered: questions, intent: resolved.definition.id)
      guard case .confirmation(let text)? = questions.first, asking, asks,
        environment.ask(Self.confirmation(text, resolved)) == true
      else { throw failure }
      entry.isConfirmed = true
      guard case .ready(let authorized) = gate.authorize(resolved, admission, entry) else { throw failure }
      return authorized
    }
  }

  private func entry(for file: SourceFile) -> Entry {
    Entry(
      source: source, operand: namesByPath ? file.path : nil, concerns: file.concerns,
      isConfirmed: isConfirmed)
  }

  /// What is to happen, then what the definition asks; values in it are not the definition's.
  private static func confirmation(_ text: String, _ resolved: ResolvedInvocation) -> String {
    let summary = resolved.summary.cleaned(.quoted)
    let question = text.cleaned(.quoted)
    let isQuestion = question.unicodeScalars.last.map { $0 == "?" || $0 == "？" } ?? false
    let lead = resolved.definition.summary == nil || summary == question ? "" : "\(summary)\n"
    return "\(lead)\(question)\(isQuestion ? "" : "?") [y/N] "
  }

  /// A refusal is a row of the journal too.
  func run(
    _ loaded: LoadedDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument]
  ) async -> RunReport {
    let world = environment.world
    let startedAt = world.clock.wall()
    func record(_ failure: Failure, _ time: WallTime) {
      guard failure.status == .notAllowed else { return }
      world.store.recordDenial(
        of: loaded.definition.id, path: file.path, source: source, failure: failure, at: time)
    }
    do throws(Failure) {
      let admission = try admit(loaded.definition, file)
      let resolved = try await resolve(loaded.definition, file, supplied)
      let authorized = try authorize(resolved, admission, file)
      try permit(authorized.capabilities)
      let runner = Runner(world: world, withLimit: environment.withLimit, text: text, runChild: runChild)
      let report = await runner.run(
        authorized, source: source, timeout: timeout, cancellation: environment.interruption)
      if report.run == nil, case .failed(let failure) = report.outcome { record(failure, startedAt) }
      return report
    } catch {
      record(error, startedAt)
      return RunReport(intent: loaded.definition.id, outcome: .failed(error), startedAt: startedAt)
    }
  }

  /// Another intent, entered by a handler: the same way through the same gate.
  @Sendable
  private func runChild(_ child: ChildInvocation) async throws(Failure) -> IntentResult {
    let file = try catalog.find(child.intent)
    let report = await run(try load(file, child.intent), file, child.arguments)
    switch report.outcome {
    case .answered(let result): return result
    case .failed(let failure): throw failure
    }
  }
}
