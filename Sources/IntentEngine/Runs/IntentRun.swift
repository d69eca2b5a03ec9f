package import IntentCore
internal import IntentHandlers
package import IntentLoading
package import IntentPipeline

/// Brings a call through resolver, gate and runner, asking at its door where somebody can answer.
package struct IntentRun: Sendable {
  let engine: Engine
  package let terms: RunTerms
  let door: any FrontDoor
  let text: Localizer
  /// What the workflow that runs it was allowed, for a step of one.
  private var cover: Cover?
  /// The rows of a workflow's steps that wait to be written.
  private var rows: WaitingRows?
  /// How the call came to be, for the journal, such as by which shortcut.
  package var label = ""
  /// A last word on what an allowed run is about to touch.
  package var permit: @Sendable ([Capability]) throws(Failure) -> Void = { _ throws(Failure) in }

  package init(_ engine: Engine, _ terms: RunTerms, through door: any FrontDoor) {
    (self.engine, self.terms, self.door) = (engine, terms, door)
    text = engine.text
  }

  var world: World { engine.world }
  package var gate: Gate { Gate(world: world, registry: .live) }
  private var namesByPath: Bool { engine.settings.intents != nil }

  /// The call with a value for each parameter; asks for what is missing where the person may be asked.
  package func resolve(
    _ definition: IntentDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument], _ entry: Entry? = nil
  ) async throws(Failure) -> ResolvedInvocation {
    let resolver = Resolver(
      world: world, entities: .spoken(text),
      choices: definition.listsChoices ? choiceSource(file, entry ?? self.entry(for: file)) : .none,
      isStep: cover != nil)
    var supplied = supplied
    var mayAsk = terms.asks && definition.modes.contains(.interactive)
    while true {
      switch await resolver.resolve(definition, supplied) {
      case .ready(let resolved): return resolved
      case .failed(let failure): throw failure
      case .needs(let questions):
        guard mayAsk, let answers = try await values(for: questions, definition, resolver) else {
          throw Failure(unanswered: questions, intent: definition.id)
        }
        supplied.removeAll { argument in answers.contains { $0.name == argument.name } }
        supplied += answers
        mayAsk = false
      }
    }
  }

  private func values(
    for questions: [Question], _ definition: IntentDefinition, _ resolver: Resolver
  ) async throws(Failure) -> [SuppliedArgument]? {
    let asked = questions.compactMap { if case .value(let question) = $0 { question } else { nil } }
    return try await door.values(
      for: ParameterQuestions(definition: definition, questions: asked) { parameter, given throws(Failure) in
        try await resolver.read(parameter, [given], of: definition)
      })
  }

  func entry(for file: SourceFile) -> Entry {
    var entry = Entry(source: terms.source)
    if namesByPath { entry.operand = file.path }
    entry.concerns = file.concerns
    entry.isConfirmed = terms.isConfirmed
    entry.key = terms.key
    entry.cover = cover
    entry.allowance = cover?.allowance
    return entry
  }

  /// The things that the calls of a workflow may pick from.
  func entities(of definition: IntentDefinition) async -> [EntityList] {
    if definition.workflow == nil { return [] }
    return await EntityLists.spoken(text).called(by: definition, world)
  }

  /// A call that waits for the gate, with what its questions were answered.
  private struct WaitingCall {
    let definition: IntentDefinition
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
    var call = WaitingCall(definition: definition, file: file, supplied: supplied, entry: entry(for: file))
    if definition.workflow != nil { call.entry.entities = await entities(of: definition) }
    while true {
      guard let admission = try await ready(gate.admit(definition, call.entry), &call) else { continue }
      let resolved = try await resolved(&call)
      if let authorized = try await ready(gate.authorize(resolved, admission, call.entry), &call) {
        return authorized
      }
    }
  }

  /// The call with its values, which are found out once.
  private func resolved(_ call: inout WaitingCall) async throws(Failure) -> ResolvedInvocation {
    if let known = call.resolved { return known }
    let resolved = try await resolve(call.definition, call.file, call.supplied, call.entry)
    call.resolved = resolved
    return resolved
  }

  /// What is ready; `nil` where the gate is to be asked again, as its questions were answered.
  private func ready<Ready>(
    _ resolution: Resolution<Ready>, _ call: inout WaitingCall
  ) async throws(Failure) -> Ready? {
    switch resolution {
    case .ready(let ready): return ready
    case .failed(let failure): try await answer([try changedFiles(failure, call)], &call)
    case .needs(let questions): try await answer(questions, &call)
    }
    return nil
  }

  /// Where a file that the definition names changed, a person may look at it; any other failure stays one.
  private func changedFiles(_ failure: Failure, _ call: WaitingCall) throws(Failure) -> Question {
    guard terms.asks, !call.hasConsented,
      failure.faults.allSatisfy({ [.fileChanged, .fileAppeared].contains($0.code) })
    else {
      throw failure
    }
    let definition = call.definition
    return .consent(
      Question.ConsentQuestion(
        intent: definition.id, operand: call.entry.operand ?? definition.id, path: definition.path,
        reason: .changed, missing: [], source: terms.source))
  }

  /// Answers every question, or fails with all of them.
  private func answer(_ questions: [Question], _ call: inout WaitingCall) async throws(Failure) {
    let failure = Failure(unanswered: questions, intent: call.definition.id)
    for question in questions {
      switch question {
      case .value: throw failure
      case .consent(let consent):
        guard terms.asks, consent.reason != .denied else { throw failure }
        try await answer(consent, &call, failure)
      case .confirmation(let text):
        guard terms.asks, let resolved = call.resolved, !call.entry.isConfirmed else { throw failure }
        let confirmation = ConfirmationRequest(
          summary: resolved.definition.summary.map(resolved.asked), question: text)
        guard await door.confirms(confirmation) == true else { throw failure }
        call.entry.isConfirmed = true
      case .authentication(let asked):
        try await prove(asked, &call.entry, mayAsk: terms.asks)
      }
    }
  }

  /// Asks once, and a second time where the values were not known at the first.
  private func answer(
    _ question: Question.ConsentQuestion, _ call: inout WaitingCall, _ failure: Failure
  ) async throws(Failure) {
    var proposal = try await ConsentProposal(question, call.file, engine)
    if call.hasConsented {
      guard proposal.isForOnce, let known = call.entry.allowance, known.values == nil, call.resolved != nil
      else { throw failure }
    }
    if proposal.isForOnce, !call.definition.listsChoices { _ = try await resolved(&call) }
    await proposal.complete(call.resolved, engine)
    guard let decision = await door.decide(proposal) else {
      throw Failure(unanswered: [.consent(question)], intent: question.intent)
    }
    try await proposal.apply(decision, &call.entry, engine, door)
    call.hasConsented = true
  }

  /// Has the person prove who they are, or looks whether their screen is unlocked.
  private func prove(
    _ question: Question.AuthenticationQuestion, _ entry: inout Entry, mayAsk: Bool
  ) async throws(Failure) {
    var question = question
    switch question.need {
    case .none: return
    case .required where terms.source != .terminal && world.machine.caller.user != 0:
      question.refusal = "an authentication is needed, and there is no terminal to ask at"
    case .required:
      switch await door.authenticate(for: [question.intent], mayAsk: mayAsk) {
      case .proven:
        entry.isAuthenticated = true
        return
      case .denied(let reason): question.refusal = reason
      }
    case .unlocked:
      switch await door.isUnlocked() {
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

  /// Runs a call to its end; a refusal is a row of the journal too.
  package func run(
    _ loaded: LoadedDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument],
    hiding secrets: [String] = [], under cancellation: (any Cancellation)? = nil,
    authorized keep: (AuthorizedInvocation) -> Void = { _ in }
  ) async -> RunReport {
    let world = world
    let startedAt = world.clock.wall()
    func record(_ failure: Failure, _ time: WallTime) {
      guard failure.status == .notAllowed || failure.concernsKey else { return }
      world.store.recordDenial(
        of: loaded.definition.id, path: file.path, source: terms.source, failure: failure, at: time,
        summary: label)
    }
    do throws(Failure) {
      let authorized = try await enter(loaded.definition, file, supplied)
      try permit(authorized.capabilities)
      keep(authorized)
      var runner = Runner(world: world, withLimit: engine.withLimit, text: text)
      runner.progress = { [door] text, fraction in door.progress(text, fraction) }
      runner.rows = rows
      runner.isStep = cover != nil
      if loaded.definition.workflow != nil {
        let rows = rows ?? WaitingRows()
        runner.rows = rows
        runner.steps = { workflow throws(Failure) in try steps(of: workflow, rows) }
      }
      let report = await runner.run(
        authorized, source: terms.source, timeout: terms.timeout, hiding: secrets,
        cancellation: cancellation ?? engine.interruption)
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
    // A step has the limit of its own definition, and no key.
    let stepTerms = RunTerms(source: terms.source, isConfirmed: terms.isConfirmed, asks: terms.asks)
    var run = IntentRun(engine, stepTerms, through: door)
    run.permit = permit
    run.rows = rows
    run.cover = Cover(
      workflow, operand: namesByPath ? workflow.definition.path : nil,
      standing: try world.store.standing(of: workflow.definition.path, for: terms.source.who))
    let step = run
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

  /// The arguments with the answer of whoever is at the door, when a handler found several things that it could
  /// mean; `nil` when that is not so or nobody answers.
  package func clarified(
    _ report: RunReport, _ definition: IntentDefinition, _ supplied: [SuppliedArgument]
  ) async throws(Failure) -> [SuppliedArgument]? {
    guard terms.asks, case .failed(let failure) = report.outcome, let fault = failure.faults.first,
      fault.code == .entityAmbiguous, case .list(let allowed)? = fault["allowed"],
      let parameter = definition.parameters.first(where: { $0.entity != nil }), let kind = parameter.entity,
      fault["name"] == .text("with.\(parameter.name)"),
      !supplied.contains(where: { $0.name == parameter.name })
    else { return nil }
    let entities = EntityLists.spoken(text)
    let choices = try await entities.list(kind, world).filter { allowed.contains($0.id) }
    // As the caller would name it.
    var asked = fault
    asked.arguments.removeAll { $0.name == "name" }
    asked.arguments.append(("name", .text("--\(parameter.name)")))
    let question = Question.ValueQuestion(
      parameter: parameter.name, prompt: parameter.prompt ?? parameter.title ?? parameter.name,
      choices: choices.map { Choice($0) }, otherwise: asked)
    let resolver = Resolver(world: world, entities: entities)
    return try await values(for: [.value(question)], definition, resolver).map { supplied + $0 }
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
  fileprivate var concernsKey: Bool { faults.first?.code == .keyLimited || faults.first?.code == .keyClock }
}
