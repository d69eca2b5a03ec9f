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

  @Sendable
  static func run(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    guard let id = words.first, case .operand = Word(id) else {
      if words.contains("--help") || words.contains("-h") {
        return try HelpCommand.command(named: "why", &session)
      }
      throw command.missing("ID")
    }
    session.adoptSettings(from: words)
    let (file, name) = try session.definition(id)
    let loaded = try session.load(file, id: name)
    var scanned = try InvocationScanner.scan(Array(words.dropFirst()), for: loaded.definition)
    scanned.options.options = leading.options + scanned.options.options
    try session.apply(scanned.options)
    if scanned.options.has("help") { return try HelpCommand.command(named: "why", &session) }
    var call = try RunCall(scanned.options.without("source"), session)
    if let source = try TrustCommand.namedSources(scanned.options).last {
      call.source = source
      call.asks = source == .terminal && !scanned.options.has("no-input")
    }
    let input = try call.input(
      session, file: scanned.options.value("input"), for: loaded.definition)
    let definition = session.localisedForRun(loaded).definition
    var answer = try await Inquiry(definition, file, call, session).answer(scanned.arguments + input)
    if answer.explanation.isChanged, let trust = try session.world.store.standing(of: file.path).trust {
      answer.difference = await TrustDifference(since: trust, in: file, id: name, session)
    }
    WhyReport(definition: definition, source: call.source, answer: answer).write(&session)
  }
}

extension ParsedOptions {
  fileprivate func without(_ name: String) -> ParsedOptions {
    ParsedOptions(options: options.filter { $0.name != name }, operands: operands)
  }
}

/// Asks the gate about one call.
struct Inquiry {
  /// What the gate said, and what it looked at.
  struct Answer {
    var explanation: Explanation
    var rule = ""
    var refusal: Failure?
    /// What is not as it was trusted.
    var difference: TrustDifference?
    /// The values that may be shown, as far as they are known, and where they came from.
    var values = ValueObject()
    var origins: [(name: String, origin: ValueOrigin)] = []
  }

  private let definition: IntentDefinition
  private let gate: Gate
  private var entry: Entry
  private let resolver: Resolver
  private let canAsk: Bool
  private let authenticator: Authenticator

  init(_ definition: IntentDefinition, _ file: SourceFile, _ call: RunCall, _ session: Session) {
    self.definition = definition
    gate = Gate(world: session.world, registry: .live)
    entry = Entry(
      source: call.source, operand: session.engine.settings.intents == nil ? nil : file.path,
      concerns: file.concerns, isConfirmed: call.isConfirmed)
    resolver = Resolver(world: session.world, entities: .spoken(session.text))
    canAsk = call.asks
    authenticator = session.environment.authenticator
  }

  func answer(_ supplied: [SuppliedArgument]) async throws(Failure) -> Answer {
    var copy = self
    // What is known of the person counts; nobody is asked.
    if entry.source == .terminal || gate.world.machine.caller.user == 0 {
      copy.entry.isAuthenticated = await authenticator.authenticate("", false) == .proven
    }
    return try await copy.judge(supplied)
  }

  private func judge(_ supplied: [SuppliedArgument]) async throws(Failure) -> Answer {
    let resolved = try await resolve(supplied)
    let admission = gate.admit(definition, entry)
    let capabilities: [Capability]
    if let resolved {
      let entities = await EntityLists.live.called(by: definition, gate.world)
      capabilities = try gate.capabilities(of: resolved, entities: entities)
    } else {
      // Without values: all that they could lead to.
      capabilities = try await Claims.of(
        definition, registry: gate.registry, entities: .live, world: gate.world,
        trusted: try gate.world.store.standing(of: definition.path).trust?.files ?? []
      ).capabilities
    }
    var entry = entry
    let required = try gate.requiredAuthentication(
      of: definition, touching: capabilities, from: entry.source)
    if required == .unlocked { entry.isUnlocked = await authenticator.isUnlocked() ?? false }
    var answer = Answer(
      explanation: try gate.explain(definition, capabilities: capabilities, entry, canAsk: canAsk))
    if let resolved {
      answer.values = resolved.shownValues
      answer.origins = try resolved.origins(of: supplied, in: gate.world)
    }
    switch admission {
    case .failed(let failure): answer.refusal = failure
    case .needs(let questions): answer.refusal = Failure(unanswered: questions, intent: definition.id)
    case .ready(let admission):
      do throws(Failure) {
        if let permit = try ready(try gate.rule(on: capabilities, admission, entry)) {
          answer.rule = permit.rule
        }
        if let resolved { _ = try ready(gate.authorize(resolved, admission, entry)) }
      } catch {
        answer.refusal = error
      }
    }
    return answer
  }

  /// What was resolved, `nil` when somebody would only have to confirm or to authenticate.
  private func ready<Ready>(_ resolution: Resolution<Ready>) throws(Failure) -> Ready? {
    switch resolution {
    case .failed(let failure): throw failure
    case .ready(let ready): return ready
    case .needs(let questions):
      let isForPerson = questions.allSatisfy { question in
        switch question {
        case .confirmation: true
        case .authentication(let asked): asked.need == .required
        case .value, .consent: false
        }
      }
      if isForPerson, canAsk { return nil }
      throw Failure(unanswered: questions, intent: definition.id)
    }
  }

  /// The call with its values; `nil` when one is missing, or when only a program could tell what it may be.
  private func resolve(_ supplied: [SuppliedArgument]) async throws(Failure) -> ResolvedInvocation? {
    if definition.listsChoices { return nil }
    switch await resolver.resolve(definition, supplied) {
    case .ready(let resolved): return resolved
    case .failed(let failure): throw failure
    case .needs(let questions):
      for question in questions {
        if case .value(let value) = question, value.otherwise == nil { continue }
        throw Failure(unanswered: questions, intent: definition.id)
      }
      return nil
    }
  }
}
