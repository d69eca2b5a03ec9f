package import IntentCore
internal import IntentLoading
internal import IntentPipeline

/// What trusting one definition would record, shown before it is.
package struct TrustProposal: Sendable {
  package var trust: TrustRecord
  package var intent: String
  package var capabilities: [Capability]
  package var sources: [RunSource]
  /// The definitions that a workflow runs: their bytes are trusted with it, while the grants are its own.
  package var callees: [TrustProposal] = []
  /// What is otherwise than it is trusted.
  package var difference: TrustDifference?
  /// Whether it starts programs of its own, and what limits them.
  package var namesPrograms = false
  package var limits: SandboxLimits?
  package var isHarmless: Bool { capabilities.isEmpty }

  package static func make(
    for operand: String, sources: [RunSource], _ engine: Engine
  ) async throws(Failure) -> TrustProposal {
    let (file, id) = try engine.library.definition(operand)
    var proposal = try await make(of: file, id: id, sources: sources, engine)
    proposal.difference = try await TrustDifference.of(proposal.trust, id: id, in: file, engine)
    return proposal
  }

  /// Proposes what these bytes would need, wherever they lie now.
  ///
  /// - Parameter needing: What is to be allowed instead of all that the definition can come to touch.
  package static func make(
    of file: SourceFile, id: String, sources: [RunSource], needing: [Capability]? = nil, _ engine: Engine
  ) async throws(Failure) -> TrustProposal {
    let proposal = try await complete(of: file, id: id, sources: sources, needing: needing, engine)
    let open = proposal.capabilities.filter(\.isOpen)
    guard open.isEmpty else { throw uncoverable(open, of: id) }
    return proposal
  }

  /// The same with what a caller chooses, which no standing word covers.
  package static func complete(
    of file: SourceFile, id: String, sources: [RunSource], needing: [Capability]? = nil, _ engine: Engine
  ) async throws(Failure) -> TrustProposal {
    try file.concerns.refuseConcerns()
    let definition = try engine.library.load(file, id: id).definition
    let claims = try await engine.claims(of: definition)
    let needed = (needing ?? claims.capabilities).filter { $0.permissionClass != .harmless }
    var proposal = try TrustProposal(definition, claims, needed, sources, engine)
    // What the definitions that a workflow runs touch is the workflow's to be granted.
    for callee in definition.callees {
      try callee.concerns.refuseConcerns()
      let claims = try await engine.claims(of: callee.definition)
      let isHarmless = claims.capabilities.allSatisfy { $0.permissionClass == .harmless }
      if isHarmless, claims.files.isEmpty, claims.helpers.isEmpty { continue }
      proposal.callees.append(try TrustProposal(callee.definition, claims, [], [], engine))
    }
    return proposal
  }

  private init(
    _ definition: IntentDefinition, _ claims: Claims, _ needed: [Capability], _ sources: [RunSource],
    _ engine: Engine
  ) throws(Failure) {
    let files = try TrustedFiles.of(claims, definition, engine.world)
    trust = TrustRecord(
      path: definition.path, source: definition.source,
      files: files + (engine.library.trustedWording(of: definition).map { [$0] } ?? []),
      recordedAt: engine.world.clock.wall())
    intent = definition.id
    capabilities = needed
    self.sources = sources
    namesPrograms = definition.namesPrograms
    limits = SandboxLimits(definition)
  }

  /// Capabilities whose target a caller chooses.
  static func uncoverable(_ open: [Capability], of id: String) -> Failure {
    Failure(
      .permissionDenied,
      [
        "intent": .text(id), "missing": .capabilities(open),
        "reason": "a parameter that takes any text decides it, which no standing grant covers",
      ])
  }

  /// Records it, without a question; who needs it has authenticated by then.
  ///
  /// - Parameter known: Grants that stay as they are, with their limits.
  package func record(in store: any StateStore, keeping known: [Grant] = []) throws(Failure) {
    try takeBackOld(in: store)
    let new = grants.filter { grant in
      !known.contains { !$0.isDenial && $0.isAbout(grant.capability, grant.source) }
    }
    try store.record(trust, grants: new)
    for callee in callees { try callee.record(in: store) }
  }

  /// What a definition no longer claims is not left to come back with another change of it.
  private func takeBackOld(in store: any StateStore) throws(Failure) {
    let standing = try store.standing(of: trust.path)
    if standing.trust == nil || isRecorded(in: standing) { return }
    for grant in standing.grants where !grant.isDenial {
      let isClaimed = capabilities.contains { $0.text.utf8.elementsEqual(grant.capability.utf8) }
      let isDenied = standing.grants.contains { $0.isDenial && $0.isAbout(grant.capability, grant.source) }
      if isClaimed || isDenied { continue }
      _ = try store.removeGrants(
        GrantSelection(path: trust.path, capability: grant.capability, sources: [grant.source]))
    }
  }

  /// Whether these very bytes and files are trusted already.
  func isRecorded(in standing: Standing) -> Bool {
    standing.trust.map { $0.source == trust.source && $0.files == trust.files } ?? false
  }

  package var grants: [Grant] {
    let terms = GrantTerms(sources: sources)
    return GrantProposal(intent: intent, path: trust.path, capabilities: capabilities, terms: terms)
      .grants(at: trust.recordedAt)
  }
}
