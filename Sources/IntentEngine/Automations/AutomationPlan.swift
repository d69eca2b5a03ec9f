package import IntentCore
internal import IntentLoading
internal import IntentPipeline

/// What installing an automation would record and write, shown before it is.
package struct AutomationPlan: Sendable {
  package let scheduled: ScheduledAutomation
  /// What the intents that it calls need, where nobody has allowed that yet.
  package private(set) var proposals: [AllowProposal]
  /// All that they touch, allowed or not.
  package private(set) var needed: [Capability]
  private var isRecorded: Bool

  /// Whether the user has to allow something first.
  package var needsWord: Bool { !proposals.isEmpty || !isRecorded }

  package static func make(
    _ automation: Automation, logsTo log: String?, _ engine: Engine
  ) async throws(Failure) -> AutomationPlan {
    let folder = folder(of: automation, engine)
    var engine = engine
    if let folder { engine.settings.intents = folder }
    var proposals: [AllowProposal] = []
    var needed: [Capability] = []
    for called in [automation.call] + (automation.onFailure.map { [$0] } ?? []) {
      guard let proposal = try await proposal(for: called, &needed, engine) else { continue }
      let isKnown = proposals.contains {
        $0.trust.path == proposal.trust.path && $0.capabilities == proposal.capabilities
      }
      if !isKnown { proposals.append(proposal) }
    }
    let standing = try engine.world.store.standing(of: automation.path, for: .unattended)
    return AutomationPlan(
      scheduled: try ScheduledAutomation(automation, folder: folder, logsTo: log, engine),
      proposals: proposals, needed: needed, isRecorded: standing.trust?.source == automation.source)
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
  ) async throws(Failure) -> AllowProposal? {
    let file = try engine.library.find(called.intent)
    let definition = try engine.library.load(file, id: called.intent).definition
    let id = FaultArgument.text(definition.id)
    try definition.requireMode(for: .timer)
    if definition.confirm != nil {
      let reason: FaultArgument = "it asks before each run, and a timer cannot answer"
      throw Failure(.consentRefused, ["intent": id, "reason": reason])
    }
    if definition.authentication != .none {
      let reason: FaultArgument = "it asks who is there, and a timer cannot answer"
      throw Failure(.permissionDenied, ["intent": id, "reason": reason])
    }
    let run = IntentRun(engine, RunTerms(source: engine.source()), through: ClosedDoor())
    let resolved = try await run.resolve(definition, file, called.parameters.supplied())
    let needed = try run.gate.capabilities(of: resolved, for: .unattended).filter {
      $0.permissionClass != .harmless
    }
    all += needed
    if needed.isEmpty, !(definition.startsPrograms ?? false) { return nil }
    let proposal = try await AllowProposal.make(
      of: file, id: called.intent, AllowTerms([.unattended]), needing: needed, engine)
    let standing = try engine.world.store.standing(of: file.path, for: .unattended)
    let now = engine.world.clock.wall()
    let isAllowed = needed.allSatisfy { capability in
      guard case .allowed(let grant) = standing.verdict(on: capability, from: .timer, at: now) else {
        return false
      }
      return grant.isAuthenticated || !capability.needsAuthentication
    }
    return proposal.isRecorded(in: standing) && isAllowed ? nil : proposal
  }

  package var automation: Automation { scheduled.automation }

  package var capabilities: [Capability] { proposals.flatMap(\.capabilities) }

  package func record(_ engine: Engine) throws(Failure) {
    for proposal in proposals {
      let known = try engine.world.store.standing(of: proposal.trust.path, for: .unattended).grants
      let unlimited = known.filter { $0.expiresAt == nil && $0.usesLeft == nil && $0.isAbout(.timer) }
      try proposal.record(in: engine.world.store, keeping: unlimited)
    }
    try engine.world.store.record(
      TrustRecord(
        path: automation.path, who: .unattended, source: automation.source, files: [],
        recordedAt: engine.world.clock.wall()), grants: [])
  }
}
