internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentPlatform
internal import IntentRendering

/// Brings an intent from its file through resolver, gate and runner, asking where somebody can answer.
struct IntentEntry: Sendable {
  let environment: ToolEnvironment
  let catalog: DefinitionFolders
  let source: RunSource
  let timeout: Duration?
  let isConfirmed: Bool
  /// The options of the call, and its language.
  let session: Session
  let asks: Bool
  /// A key to a door that the caller gave; what a handler runs never has it.
  private var key: PresentedKey?
  /// What the workflow that runs it was allowed, for a step of one.
  private var cover: Cover?
  /// Shows how far a run is.
  var display: ProgressDisplay?
  /// The rows of a workflow's steps that wait to be written.
  private var rows: WaitingRows?
  let style: Style
  private let namesByPath: Bool
  let text: Localizer
  /// How the call came to be, for the journal, such as by which shortcut.
  var label = ""
  /// A last word on what an allowed run is about to touch.
  var permit: @Sendable ([Capability]) throws(Failure) -> Void = { _ throws(Failure) in }

  init(session: Session, call: RunCall) {
    self.session = session
    environment = session.environment
    catalog = session.catalog
    source = call.source
    timeout = call.timeout
    isConfirmed = call.isConfirmed
    asks = call.asks
    key = call.key
    style = session.style(forErrors: true)
    namesByPath = session.engine.settings.intents != nil
    text = session.text
  }

  var gate: Gate { Gate(world: environment.world, registry: .live) }

  /// Asks for what is missing where the person at the terminal may be asked.
  func resolve(
    _ definition: IntentDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument],
    _ entry: Entry? = nil
  ) async throws(Failure) -> ResolvedInvocation {
    let resolver = Resolver(
      world: environment.world, entities: .spoken(text),
      choices: definition.listsChoices ? choiceSource(file, entry ?? self.entry(for: file)) : .none,
      isStep: cover != nil)
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
        display?.erase()
        guard mayAsk, let answers = try await prompting.answers(questions, definition) else {
          throw Failure(unanswered: questions, intent: definition.id)
        }
        supplied.removeAll { argument in answers.contains { $0.name == argument.name } }
        supplied += answers
        mayAsk = false
      }
    }
  }

  func entry(for file: SourceFile) -> Entry {
    var entry = Entry(
      source: source, operand: namesByPath ? file.path : nil, concerns: file.concerns,
      isConfirmed: isConfirmed, cover: cover)
    entry.key = key
    if let cover { entry.allowance = cover.allowance }
    return entry
  }

  /// The things that the calls of a workflow may pick from.
  func entities(of definition: IntentDefinition) async -> [EntityList] {
    if definition.workflow == nil { return [] }
    return await EntityLists.spoken(text).called(by: definition, environment.world)
  }

  /// A call that waits for the gate, with what its questions were answered.
  private struct Waiting {
    let file: SourceFile
    let supplied: [SuppliedArgument]
    var entry: Entry
    var resolved: ResolvedInvocation?
    var hasConsented = false
  }

  /// Passes the gate, which asks for nothing twice.
  private func enter(
    _ definition: IntentDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument]
  ) async throws(Failure) -> AuthorizedInvocation {
    var call = Waiting(file: file, supplied: supplied, entry: entry(for: file))
    if definition.workflow != nil { call.entry.entities = await entities(of: definition) }
    while true {
      let admission: Admission
      switch gate.admit(definition, call.entry) {
      case .ready(let ready): admission = ready
      case .failed(let failure):
        try await answer([try changedFiles(failure, definition, call)], definition, &call)
        continue
      case .needs(let questions):
        try await answer(questions, definition, &call)
        continue
      }
      if call.resolved == nil { call.resolved = try await resolve(definition, file, supplied, call.entry) }
      guard let resolved = call.resolved else { throw Failure(.internalError) }
      switch gate.authorize(resolved, admission, call.entry) {
      case .ready(let authorized): return authorized
      case .failed(let failure):
        try await answer([try changedFiles(failure, definition, call)], definition, &call)
      case .needs(let questions): try await answer(questions, definition, &call)
      }
    }
  }

  /// Where a file that the definition names changed, a person may look at it; any other failure stays one.
  private func changedFiles(
    _ failure: Failure, _ definition: IntentDefinition, _ call: Waiting
  ) throws(Failure) -> Question {
    guard asks, !call.hasConsented, failure.faults.allSatisfy({ $0.code == .fileChanged }) else {
      throw failure
    }
    return .consent(
      Question.ConsentQuestion(
        intent: definition.id, operand: call.entry.operand ?? definition.id, path: definition.path,
        reason: .changed, missing: [], source: source))
  }

  /// Answers every question, or fails with all of them.
  private func answer(
    _ questions: [Question], _ definition: IntentDefinition, _ call: inout Waiting
  ) async throws(Failure) {
    let failure = Failure(unanswered: questions, intent: definition.id)
    display?.erase()
    for question in questions {
      switch question {
      case .value: throw failure
      case .consent(let consent):
        guard asks, consent.reason != .denied else { throw failure }
        try await answer(consent, definition, &call, failure)
      case .confirmation(let text):
        guard asks, let resolved = call.resolved, !call.entry.isConfirmed,
          environment.ask(Self.confirmation(text, resolved), self.text) == true
        else { throw failure }
        call.entry.isConfirmed = true
      case .authentication(let asked):
        try await prove(asked, &call.entry, mayAsk: asks)
      }
    }
  }

  /// Asks once, and a second time where the values were not known at the first.
  private func answer(
    _ question: Question.ConsentQuestion, _ definition: IntentDefinition, _ call: inout Waiting,
    _ failure: Failure
  ) async throws(Failure) {
    let consent = try await Consent(question, call.file, session)
    if call.hasConsented {
      guard consent.isForOnce, let known = call.entry.allowance, known.values == nil, call.resolved != nil
      else { throw failure }
    }
    if consent.isForOnce, call.resolved == nil, !definition.listsChoices {
      call.resolved = try await resolve(definition, call.file, call.supplied, call.entry)
    }
    try await consent.ask(call.resolved, &call.entry)
    call.hasConsented = true
  }

  /// Has the person prove who they are, or looks whether their screen is unlocked.
  private func prove(
    _ question: Question.AuthenticationQuestion, _ entry: inout Entry, mayAsk: Bool
  ) async throws(Failure) {
    var question = question
    switch question.need {
    case .none: return
    case .required where source != .terminal && environment.world.machine.caller.user != 0:
      question.refusal = "an authentication is needed, and there is no terminal to ask at"
    case .required:
      let prompt = session.password(for: question.intent)
      switch await environment.authenticator.authenticate(prompt, mayAsk) {
      case .proven:
        entry.isAuthenticated = true
        return
      case .denied(let reason): question.refusal = reason
      }
    case .unlocked:
      switch await environment.authenticator.isUnlocked() {
      case true?:
        entry.isUnlocked = true
        return
      case false?: question.refusal = "the login session is locked, or somebody else's is in front"
      case nil: question.refusal = "it cannot be told whether the login session is unlocked"
      }
    }
    throw Failure(unanswered: [.authentication(question)], intent: question.intent)
  }

  /// Passes the gate where nobody is to be asked anything; what is known of the person already counts.
  func enterSilently(
    _ resolved: ResolvedInvocation, _ file: SourceFile, _ known: Entry? = nil
  ) async throws(Failure) -> AuthorizedInvocation {
    var entry = known ?? self.entry(for: file)
    if resolved.definition.workflow != nil { entry.entities = await entities(of: resolved.definition) }
    while true {
      let admission = try gate.admit(resolved.definition, entry).ready(resolved.definition.id)
      let outcome = gate.authorize(resolved, admission, entry)
      guard case .needs(let questions) = outcome, case .authentication(let asked)? = questions.first,
        questions.count == 1
      else { return try outcome.ready(resolved.definition.id) }
      try await prove(asked, &entry, mayAsk: false)
    }
  }

  /// What is to happen, then what the definition asks; values in it are not the definition's.
  private static func confirmation(_ text: String, _ resolved: ResolvedInvocation) -> String {
    let summary = (resolved.definition.summary.map(resolved.asked) ?? "").cleaned(.quoted)
    let question = text.cleaned(.quoted)
    let isQuestion = question.unicodeScalars.last.map { $0 == "?" || $0 == "？" } ?? false
    let lead = resolved.definition.summary == nil || summary == question ? "" : "\(summary)\n"
    return "\(lead)\(question)\(isQuestion ? "" : "?")"
  }

  /// A refusal is a row of the journal too.
  func run(
    _ loaded: LoadedDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument],
    hiding secrets: [String] = [], under cancellation: (any Cancellation)? = nil,
    authorized keep: (AuthorizedInvocation) -> Void = { _ in }
  ) async -> RunReport {
    let world = environment.world
    let startedAt = world.clock.wall()
    func record(_ failure: Failure, _ time: WallTime) {
      guard failure.status == .notAllowed || failure.concernsKey else { return }
      world.store.recordDenial(
        of: loaded.definition.id, path: file.path, source: source, failure: failure, at: time, summary: label)
    }
    do throws(Failure) {
      let authorized = try await enter(loaded.definition, file, supplied)
      try permit(authorized.capabilities)
      keep(authorized)
      var runner = Runner(world: world, withLimit: environment.withLimit, text: text)
      if let display { runner.progress = { text, fraction in display.report(text, fraction) } }
      runner.rows = rows
      runner.isStep = cover != nil
      if loaded.definition.workflow != nil {
        let rows = rows ?? WaitingRows()
        runner.rows = rows
        runner.steps = { workflow throws(Failure) in try steps(of: workflow, rows) }
      }
      let report = await runner.run(
        authorized, source: source, timeout: timeout, hiding: secrets,
        cancellation: cancellation ?? environment.interruption)
      if report.run == nil, case .failed(let failure) = report.outcome { record(failure, startedAt) }
      return report
    } catch {
      record(error, startedAt)
      return RunReport(intent: loaded.definition.id, outcome: .failed(error), startedAt: startedAt)
    }
  }

  /// The steps of a workflow: each goes the same way through the same gate, and may touch what the workflow may.
  private func steps(
    of workflow: AuthorizedInvocation, _ rows: WaitingRows
  ) throws(Failure) -> @Sendable (ChildInvocation) async -> RunReport {
    var entry = IntentEntry(step: self)
    entry.rows = rows
    entry.cover = Cover(
      workflow, operand: namesByPath ? workflow.definition.path : nil,
      standing: try environment.world.store.standing(of: workflow.definition.path))
    let step = entry
    return { child in
      let definition = child.callee.definition
      let file = SourceFile(
        displayPath: definition.path, path: definition.path, bytes: definition.source,
        concerns: child.callee.concerns)
      return await step.run(
        LoadedDefinition(definition: definition), file, child.arguments, hiding: child.secrets,
        under: child.cancellation)
    }
  }

  /// A step has the limit of its own definition.
  private init(step entry: IntentEntry) {
    session = entry.session
    environment = entry.environment
    catalog = entry.catalog
    source = entry.source
    timeout = nil
    isConfirmed = entry.isConfirmed
    asks = entry.asks
    style = entry.style
    namesByPath = entry.namesByPath
    text = entry.text
    display = entry.display
    permit = entry.permit
  }
}

extension Resolution {
  /// What is ready; a failure for what is not, or not yet.
  func ready(_ intent: String) throws(Failure) -> Ready {
    switch self {
    case .ready(let ready): return ready
    case .failed(let failure): throw failure
    case .needs(let questions): throw Failure(unanswered: questions, intent: intent)
    }
  }
}

extension Failure {
  /// Whether no key was heard, which is a refusal too.
  fileprivate var concernsKey: Bool {
    faults.first?.code == .keyLimited || faults.first?.code == .keyClock
  }
}
