internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// What trusting one definition would record, shown before it is.
struct TrustProposal {
  var trust: TrustRecord
  var intent: String
  var capabilities: [Capability]
  var sources: [RunSource]
  /// The definitions that a workflow runs: their bytes are trusted with it, while the grants are its own.
  var callees: [TrustProposal] = []
  /// What is otherwise than it is trusted.
  var difference: TrustDifference?
  var isHarmless: Bool { capabilities.isEmpty }

  static func make(
    for operand: String, sources: [RunSource], _ session: Session
  ) async throws(Failure) -> TrustProposal {
    let (file, id) = try session.definition(operand)
    var proposal = try await make(of: file, id: id, sources: sources, session)
    proposal.difference = try await TrustDifference.of(
      proposal.trust, id: id, in: file, session.engine)
    return proposal
  }

  /// Proposes what these bytes would need, wherever they lie now.
  ///
  /// - Parameter needing: What is to be allowed instead of all that the definition can come to touch.
  static func make(
    of file: SourceFile, id: String, sources: [RunSource], needing: [Capability]? = nil, _ session: Session
  ) async throws(Failure) -> TrustProposal {
    let proposal = try await complete(of: file, id: id, sources: sources, needing: needing, session)
    let open = proposal.capabilities.filter(\.isOpen)
    guard open.isEmpty else { throw uncoverable(open, of: id) }
    return proposal
  }

  /// The same with what a caller chooses, which no standing word covers.
  static func complete(
    of file: SourceFile, id: String, sources: [RunSource], needing: [Capability]? = nil, _ session: Session
  ) async throws(Failure) -> TrustProposal {
    guard file.concerns.isEmpty else { throw Failure(file.concerns.map { $0.with(.error) }) }
    let definition = try session.load(file, id: id).definition
    let claims = try await Claims.of(definition, registry: .live, entities: .live, world: session.world)
    let files = try TrustedFiles.of(claims, definition, session.world)
    let needed = (needing ?? claims.capabilities).filter { $0.permissionClass != .harmless }
    var proposal = TrustProposal(
      trust: TrustRecord(
        path: file.path, source: file.bytes, files: files, recordedAt: session.world.clock.wall()),
      intent: id, capabilities: needed, sources: sources)
    if definition.workflow != nil { proposal.callees = try await trust(inCalleesOf: definition, session) }
    return proposal
  }

  /// The definitions that a workflow runs and that need trust; what they touch is the workflow's to be granted.
  private static func trust(
    inCalleesOf workflow: IntentDefinition, _ session: Session
  ) async throws(Failure) -> [TrustProposal] {
    var proposals: [TrustProposal] = []
    for callee in workflow.callees {
      let definition = callee.definition
      guard callee.concerns.isEmpty else { throw Failure(callee.concerns.map { $0.with(.error) }) }
      let claims = try await Claims.of(definition, registry: .live, entities: .live, world: session.world)
      let isHarmless = claims.capabilities.allSatisfy { $0.permissionClass == .harmless }
      if isHarmless, claims.files.isEmpty { continue }
      let files = try TrustedFiles.of(claims, definition, session.world)
      proposals.append(
        TrustProposal(
          trust: TrustRecord(
            path: definition.path, source: definition.source, files: files,
            recordedAt: session.world.clock.wall()), intent: definition.id, capabilities: [], sources: []))
    }
    return proposals
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

  /// Shows what would be recorded, asks once, and records it.
  static func accept(
    _ proposals: [TrustProposal], isConfirmed: Bool, command: [String]? = nil, _ session: inout Session
  ) async throws(Failure) {
    let shown = proposals.map { $0.text(session) }.joined()
    if !isConfirmed {
      let names = proposals.map(\.intent).joined(separator: ", ")
      try session.confirm(
        shown + session.text("Allow this?"), intents: names,
        command: command ?? ["runintent", "trust"] + proposals.map(\.intent) + ["--yes"])
    }
    try await session.authenticate(for: proposals.map(\.intent), proposals.flatMap(\.capabilities))
    for proposal in proposals { try proposal.record(session) }
    if session.settings.isJSON {
      let trusted = proposals.map { $0.trust.json(with: $0.grants) }
      session.write(json: .object(["schemaVersion": 1, "trusted": .array(trusted)]))
    } else if isConfirmed, !session.settings.isQuiet {
      session.write(shown)
    }
  }

  /// Records it, without a question; who needs it has authenticated by then.
  ///
  /// - Parameter known: Grants that stay as they are, with their limits.
  func record(_ session: Session, keeping known: [Grant] = []) throws(Failure) {
    try takeBackOld(session)
    let new = grants.filter { grant in
      !known.contains { !$0.isDenial && $0.isAbout(grant.capability, grant.source) }
    }
    try session.world.store.record(trust, grants: new)
    for callee in callees { try callee.record(session) }
  }

  /// What a definition no longer claims is not left to come back with another change of it.
  private func takeBackOld(_ session: Session) throws(Failure) {
    let store = session.world.store
    let standing = try store.standing(of: trust.path)
    guard let known = standing.trust, known.source != trust.source || known.files != trust.files else {
      return
    }
    for grant in standing.grants where !grant.isDenial {
      let isClaimed = capabilities.contains { $0.text.utf8.elementsEqual(grant.capability.utf8) }
      let isDenied = standing.grants.contains { $0.isDenial && $0.isAbout(grant.capability, grant.source) }
      if isClaimed || isDenied { continue }
      _ = try store.removeGrants(
        GrantSelection(path: trust.path, capability: grant.capability, sources: [grant.source]))
    }
  }

  private var grants: [Grant] {
    sources.flatMap { source in
      capabilities.map {
        Grant(
          path: trust.path, capability: $0.text, source: source, recordedAt: trust.recordedAt,
          isAuthenticated: $0.needsAuthentication)
      }
    }
  }

  func text(_ session: Session) -> String {
    let cleaned = session.display(trust.path).cleaned(.line)
    let difference = difference?.text(session, heading: true) ?? ""
    guard !isHarmless || !callees.isEmpty else {
      return "\(difference)\(cleaned): \(session.text("touches nothing that needs permission"))\n"
    }
    let places = sources.map { session.text($0.place) }.joined(separator: ", ")
    let heading: ValueObject = ["file": .string(cleaned), "places": .string(places)]
    return difference + session.text("${file}, from ${places}:", heading) + "\n" + touched(session)
  }

  /// The capabilities and the files, a line each; nothing in them can begin a line of its own.
  func touched(_ session: Session) -> String {
    let say = session.text
    let acts = capabilities.map { capability in
      let act = CapabilityPhrase.text(capability, say).cleaned(.quoted)
      return "  \(say("may ${act}", ["act": .string(act)]))\n"
    }
    var names = trust.files.filter { $0.contents != nil }.map(\.path)
    for callee in callees {
      names.append(session.display(callee.trust.path))
      names += callee.trust.files.filter { $0.contents != nil }.map(\.path)
    }
    let files = names.map {
      "  \(say("with ${file} as it is now", ["file": .string($0.cleaned(.quoted))]))\n"
    }
    return (acts + files).joined()
  }
}

extension RunSource {
  /// The source as people say it.
  var place: String {
    switch self {
    case .terminal: "terminals"
    case .script: "scripts"
    case .timer: "timers"
    case .automation: "automations"
    case .client(let name): name
    }
  }
}
