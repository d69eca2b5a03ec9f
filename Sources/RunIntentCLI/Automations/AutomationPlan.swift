internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// What installing an automation would record and write, shown before it is.
struct AutomationPlan {
  let scheduled: ScheduledAutomation
  /// What the intents that it calls need, where nobody has allowed that yet.
  private var proposals: [TrustProposal]
  /// All that they touch, allowed or not.
  private(set) var needed: [Capability]
  private var isTrusted: Bool

  /// Whether something is to be allowed.
  var needsWord: Bool { !proposals.isEmpty || !isTrusted }

  static func make(
    _ automation: Automation, logsTo log: String?, _ session: Session
  ) async throws(Failure) -> AutomationPlan {
    let folder = folder(of: automation, session)
    var session = session
    if let folder { session.engine.settings.intents = folder }
    var proposals: [TrustProposal] = []
    var needed: [Capability] = []
    for called in [automation.call as Automation.Call?, automation.onFailure].compactMap(\.self) {
      if let proposal = try await proposal(for: called, &needed, session),
        !proposals.contains(where: {
          $0.trust.path == proposal.trust.path && $0.capabilities == proposal.capabilities
        })
      {
        proposals.append(proposal)
      }
    }
    let standing = try session.world.store.standing(of: automation.path)
    return AutomationPlan(
      scheduled: try ScheduledAutomation(automation, folder: folder, logsTo: log, session.engine),
      proposals: proposals, needed: needed, isTrusted: standing.trust?.source == automation.source)
  }

  /// The folder that must be named to a scheduler, which searches from elsewhere.
  private static func folder(of automation: Automation, _ session: Session) -> String? {
    if let intents = session.engine.settings.intents { return session.absolute(intents) }
    let own = session.absolute("intents")
    return automation.path.utf8.starts(with: "\(own)/".utf8) ? own : nil
  }

  /// What the call needs beyond what timers may do already, `nil` when that is nothing.
  private static func proposal(
    for called: Automation.Call, _ all: inout [Capability], _ session: Session
  ) async throws(Failure) -> TrustProposal? {
    let file = try session.find(called.intent)
    let definition = try session.load(file, id: called.intent).definition
    guard definition.modes.contains(.headless) else {
      throw Failure(.modeNotAllowed, ["intent": .text(definition.id), "source": "timer"])
    }
    if definition.confirm != nil {
      throw Failure(
        .consentRefused,
        ["intent": .text(definition.id), "reason": "it asks before each run, and a timer cannot answer"])
    }
    if definition.authentication != .none {
      throw Failure(
        .permissionDenied,
        ["intent": .text(definition.id), "reason": "it asks who is there, and a timer cannot answer"])
    }
    let run = IntentRun(
      session.engine, RunTerms(source: session.environment.source()), through: ClosedDoor())
    let resolved = try await run.resolve(definition, file, called.arguments)
    let needed = try run.gate.capabilities(of: resolved).filter { $0.permissionClass != .harmless }
    all += needed
    if needed.isEmpty, !(HandlerRegistry.live.find(definition.handler)?.descriptor.hasOutput ?? false) {
      return nil
    }
    let proposal = try await TrustProposal.make(
      of: file, id: called.intent, sources: [.timer], needing: needed, session.engine)
    let standing = try session.world.store.standing(of: file.path)
    let now = session.world.clock.wall()
    let isTrusted = standing.trust.map {
      $0.source == proposal.trust.source && $0.files == proposal.trust.files
    }
    let isGranted = needed.allSatisfy { capability in
      guard case .granted(let grant) = standing.verdict(on: capability, from: .timer, at: now) else {
        return false
      }
      return grant.isAuthenticated || !capability.needsAuthentication
    }
    return isTrusted ?? false && isGranted ? nil : proposal
  }

  private var automation: Automation { scheduled.automation }

  var capabilities: [Capability] { proposals.flatMap(\.capabilities) }

  func text(_ session: Session) -> String {
    let schedule = automation.schedule
    let lead = session.text(
      "${automation} runs ${intent}: ${schedule}",
      [
        "automation": .string(automation.id), "intent": .string(automation.call.intent),
        "schedule": .string((schedule.text + (schedule.zone.map { " \($0)" } ?? "")).cleaned(.line)),
      ])
    let values = automation.call.parameters.members.map {
      "  \($0.key): \($0.value.json())\n".cleaned(.block)
    }
    return lead + "\n" + values.joined() + proposals.map { $0.text(session) }.joined()
  }

  func record(_ session: Session) throws(Failure) {
    for proposal in proposals {
      let known = try session.world.store.standing(of: proposal.trust.path).grants.filter { grant in
        grant.expiresAt == nil && grant.usesLeft == nil
      }
      try proposal.record(in: session.world.store, keeping: known)
    }
    try session.world.store.record(
      TrustRecord(
        path: automation.path, source: automation.source, files: [],
        recordedAt: session.world.clock.wall()), grants: [])
  }
}
