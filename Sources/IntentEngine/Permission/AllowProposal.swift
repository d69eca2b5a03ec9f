package import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline

/// Whose runs are allowed, what, and for how long.
package struct AllowTerms: Sendable {
  package var whos: [Who]
  /// Texts of capabilities; empty for all that the definition can touch.
  package var only: [String] = []
  package var expiresAt: WallTime?
  package var uses: Int?

  package init(_ whos: [Who], only: [String] = []) { (self.whos, self.only) = (whos, only) }
}

/// What allowing one definition would record, shown before it is.
package struct AllowProposal: Sendable {
  /// The bytes, for the first of `whos`.
  package var trust: TrustRecord
  package var intent: String
  package var definition: IntentDefinition
  package var capabilities: [Capability]
  package var terms: AllowTerms
  /// The definitions that a workflow runs: their bytes are allowed with it, while the permissions are its own.
  package var callees: [AllowProposal] = []
  /// What is otherwise than it was allowed.
  package var difference: TrustDifference?
  /// Whether it starts programs of its own, and what limits them.
  package var namesPrograms = false
  package var limits: SandboxLimits?
  /// From where rules of the configuration refuse it all the same, and where those are.
  package private(set) var forbidden: [(source: RunSource, place: String)] = []
  package var isHarmless: Bool { capabilities.isEmpty }

  package static func make(
    for operand: String, _ terms: AllowTerms, _ engine: Engine
  ) async throws(Failure) -> AllowProposal {
    let (file, id) = try engine.library.definition(operand)
    var proposal = try await make(of: file, id: id, terms, engine)
    try await proposal.complete(file, operand, engine)
    return proposal
  }

  /// Adds what is otherwise than it was allowed, and where rules refuse it; fails where those or denials refuse all.
  mutating func complete(_ file: SourceFile, _ operand: String, _ engine: Engine) async throws(Failure) {
    for who in terms.whos where difference == nil {
      difference = try await TrustDifference.of(trust.allowed(for: who), id: intent, in: file, engine)
    }
    try refuseForbidden(operand, engine)
  }

  /// Proposes what these bytes would need, wherever they lie now.
  ///
  /// - Parameter needing: What is to be allowed instead of all that the definition can come to touch.
  package static func make(
    of file: SourceFile, id: String, _ terms: AllowTerms, needing: [Capability]? = nil, _ engine: Engine
  ) async throws(Failure) -> AllowProposal {
    let proposal = try await complete(of: file, id: id, terms, needing: needing, engine)
    let open = proposal.capabilities.filter(\.isOpen)
    guard open.isEmpty else { throw uncoverable(open, of: id) }
    return proposal
  }

  /// The same with what a caller chooses, which no lasting word covers.
  package static func complete(
    of file: SourceFile, id: String, _ terms: AllowTerms, needing: [Capability]? = nil, _ engine: Engine
  ) async throws(Failure) -> AllowProposal {
    try file.concerns.refuseConcerns()
    let definition = try engine.library.load(file, id: id).definition
    let claims = try await engine.claims(of: definition)
    let needed = (needing ?? claims.capabilities).filter { $0.permissionClass != .harmless }
    var proposal = try AllowProposal(
      definition, claims, try Self.chosen(terms.only, of: needed, "--only"), terms, engine)
    // What the definitions that a workflow runs touch is the workflow's to be allowed.
    for callee in definition.callees {
      try callee.concerns.refuseConcerns()
      let claims = try await engine.claims(of: callee.definition)
      let isHarmless = claims.capabilities.allSatisfy { $0.permissionClass == .harmless }
      if isHarmless, claims.files.isEmpty, claims.helpers.isEmpty { continue }
      proposal.callees.append(
        try AllowProposal(callee.definition, claims, [], AllowTerms(terms.whos), engine))
    }
    return proposal
  }

  private init(
    _ definition: IntentDefinition, _ claims: Claims, _ needed: [Capability], _ terms: AllowTerms,
    _ engine: Engine
  ) throws(Failure) {
    let files = try TrustedFiles.of(claims, definition, engine.world)
    trust = TrustRecord(
      path: definition.path, who: terms.whos.first ?? .here, source: definition.source,
      files: files + (engine.library.trustedWording(of: definition).map { [$0] } ?? []),
      recordedAt: engine.world.clock.wall())
    namesPrograms = definition.namesPrograms
    limits = SandboxLimits(definition)
    self.definition = definition
    intent = definition.id
    capabilities = needed
    self.terms = terms
  }

  /// Those that were named, by their exact bytes; all when none was.
  static func chosen(
    _ names: [String], of claimed: [Capability], _ option: String
  ) throws(Failure) -> [Capability] {
    if names.isEmpty { return claimed }
    var chosen: [Capability] = []
    for text in names {
      guard let capability = claimed.first(where: { $0.text.utf8.elementsEqual(text.utf8) }) else {
        throw .notAmong(option, text, claimed.map(\.text))
      }
      if !chosen.contains(capability) { chosen.append(capability) }
    }
    return chosen
  }

  /// Capabilities whose target a caller chooses.
  static func uncoverable(_ open: [Capability], of id: String) -> Failure {
    Failure(
      .permissionDenied,
      [
        "intent": .text(id), "missing": .capabilities(open), "reason": "a caller chooses it",
        "hint": .text(Question.ConsentQuestion.waysOut),
      ])
  }

  /// Fails where a denial, or a rule of the configuration, would refuse what is to be allowed all the same.
  private mutating func refuseForbidden(_ operand: String, _ engine: Engine) throws(Failure) {
    let now = engine.world.clock.wall()
    let gate = Gate(world: engine.world, registry: .live)
    for who in terms.whos {
      let standing = try engine.world.store.standing(of: trust.path, for: who)
      let denied = capabilities.filter { capability in
        who.sources.allSatisfy { standing.denial(of: capability, from: $0, at: now) != nil }
      }
      if !denied.isEmpty {
        throw Failure(
          .permissionDenied,
          [
            "intent": .text(intent), "path": .text(trust.path), "missing": .capabilities(denied),
            "who": .text(who.text), "reason": "you denied it",
            "command": .list(["runintent", "revoke", operand] + who.options),
          ])
      }
      forbidden += try gate.refuseForbidden(definition, touching: capabilities, by: who)
    }
  }

  /// Records it, without a question; who needs it has authenticated by then.
  ///
  /// - Parameter known: Permissions that stay as they are, with their limits.
  package func record(in store: any StateStore, keeping known: [Grant] = []) throws(Failure) {
    let all = grants
    for who in terms.whos {
      try takeBackOld(of: who, in: store)
      let new = all.filter { grant in
        grant.who == who
          && !known.contains {
            !$0.isDenial && $0.isAbout(grant.capability) && $0.who == who
          }
      }
      try store.record(trust.allowed(for: who), grants: new)
    }
    for var callee in callees {
      callee.terms = AllowTerms(terms.whos)
      try callee.record(in: store)
    }
  }

  /// What was allowed of other bytes is not left to come back with these.
  private func takeBackOld(of who: Who, in store: any StateStore) throws(Failure) {
    let standing = try store.standing(of: trust.path, for: who)
    if standing.trust == nil || isRecorded(in: standing) { return }
    for grant in standing.permissions {
      let isClaimed = capabilities.contains { $0.text.utf8.elementsEqual(grant.capability.utf8) }
      let isDenied = standing.grants.contains { $0.isDenial && $0.isAbout(grant.capability) }
      if isClaimed || isDenied { continue }
      _ = try store.removeGrants(
        GrantSelection(path: trust.path, capability: grant.capability, whos: [who]))
    }
  }

  /// Whether these very bytes and files are allowed already.
  func isRecorded(in standing: Standing) -> Bool {
    standing.trust.map { $0.source == trust.source && $0.files == trust.files } ?? false
  }

  package var grants: [Grant] {
    terms.whos.flatMap { who in
      capabilities.map {
        Grant(
          path: trust.path, capability: $0.text, who: who, recordedAt: trust.recordedAt,
          expiresAt: terms.expiresAt, usesLeft: terms.uses, isAuthenticated: $0.needsAuthentication)
      }
    }
  }

  /// Whether a named caller is let in, which only a person who proved who they are may do.
  package var admitsNamed: Bool {
    terms.whos.contains { if case .named = $0 { true } else { false } }
  }
}
