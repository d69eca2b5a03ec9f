package import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import Schedules

/// What installing an automation would record and write, shown before it is.
package struct AutomationPlan: Sendable {
  package let scheduled: ScheduledAutomation
  /// What the intents that it calls need, where nobody has allowed that yet.
  package private(set) var proposals: [TrustProposal]
  /// All that they touch, allowed or not.
  package private(set) var needed: [Capability]
  private var isTrusted: Bool

  /// Whether something is to be allowed.
  package var needsWord: Bool { !proposals.isEmpty || !isTrusted }

  package static func make(
    _ automation: Automation, logsTo log: String?, _ engine: Engine
  ) async throws(Failure) -> AutomationPlan {
    let folder = folder(of: automation, engine)
    var engine = engine
    if let folder { engine.settings.intents = folder }
    var proposals: [TrustProposal] = []
    var needed: [Capability] = []
    for called in [automation.call as Automation.Call?, automation.onFailure].compactMap(\.self) {
      if let proposal = try await proposal(for: called, &needed, engine),
        !proposals.contains(where: {
          $0.trust.path == proposal.trust.path && $0.capabilities == proposal.capabilities
        })
      {
        proposals.append(proposal)
      }
    }
    let standing = try engine.world.store.standing(of: automation.path)
    return AutomationPlan(
      scheduled: try ScheduledAutomation(automation, folder: folder, logsTo: log, engine),
      proposals: proposals, needed: needed, isTrusted: standing.trust?.source == automation.source)
  }

  /// The folder that must be named to a scheduler, which searches from elsewhere.
  private static func folder(of automation: Automation, _ engine: Engine) -> String? {
    if let intents = engine.settings.intents { return engine.library.absolute(intents) }
    let own = engine.library.absolute("intents")
    return automation.path.utf8.starts(with: "\(own)/".utf8) ? own : nil
  }

  /// What the call needs beyond what timers may do already, `nil` when that is nothing.
  private static func proposal(
    for called: Automation.Call, _ all: inout [Capability], _ engine: Engine
  ) async throws(Failure) -> TrustProposal? {
    let file = try engine.library.find(called.intent)
    let definition = try engine.library.load(file, id: called.intent).definition
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
    let run = IntentRun(engine, RunTerms(source: engine.source()), through: ClosedDoor())
    let resolved = try await run.resolve(definition, file, called.arguments)
    let needed = try run.gate.capabilities(of: resolved).filter { $0.permissionClass != .harmless }
    all += needed
    if needed.isEmpty, !(HandlerRegistry.live.find(definition.handler)?.descriptor.hasOutput ?? false) {
      return nil
    }
    let proposal = try await TrustProposal.make(
      of: file, id: called.intent, sources: [.timer], needing: needed, engine)
    let standing = try engine.world.store.standing(of: file.path)
    let now = engine.world.clock.wall()
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

  package var automation: Automation { scheduled.automation }

  package var capabilities: [Capability] { proposals.flatMap(\.capabilities) }

  package func record(_ engine: Engine) throws(Failure) {
    for proposal in proposals {
      let known = try engine.world.store.standing(of: proposal.trust.path).grants.filter { grant in
        grant.expiresAt == nil && grant.usesLeft == nil
      }
      try proposal.record(in: engine.world.store, keeping: known)
    }
    try engine.world.store.record(
      TrustRecord(
        path: automation.path, source: automation.source, files: [],
        recordedAt: engine.world.clock.wall()), grants: [])
  }
}
