internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// What one word of the user's would record, shown before it is.
struct GrantProposal {
  var intent: String
  var path: String
  var capabilities: [Capability]
  var terms: GrantTerms

  static func make(
    for operand: String, _ terms: GrantTerms, _ session: Session
  ) async throws(Failure) -> GrantProposal {
    let (file, id) = try session.definition(operand)
    let definition = try session.load(file, id: id).definition
    let standing = try session.world.store.standing(of: definition.path)
    let claims = try await Claims.of(
      definition, registry: .live, entities: .live, world: session.world,
      trusted: standing.trust?.files ?? [])
    let eligible = claims.capabilities.filter { terms.isDenial || $0.permissionClass != .harmless }
    let chosen = try chosen(terms, eligible)
    if !terms.isDenial, !chosen.isEmpty {
      guard file.concerns.isEmpty else { throw Failure(file.concerns.map { $0.with(.error) }) }
      try requireTrust(of: definition, standing, operand, terms, session)
      let open = chosen.filter(\.isOpen)
      if !open.isEmpty { throw TrustProposal.uncoverable(open, of: id) }
    }
    return GrantProposal(intent: id, path: definition.path, capabilities: chosen, terms: terms)
  }

  /// Those that were named, by their exact bytes; all when none was.
  private static func chosen(
    _ terms: GrantTerms, _ claimed: [Capability]
  ) throws(Failure) -> [Capability] {
    if terms.capabilities.isEmpty { return claimed }
    var chosen: [Capability] = []
    for text in terms.capabilities {
      guard let capability = claimed.first(where: { $0.text.utf8.elementsEqual(text.utf8) }) else {
        throw .notAmong("--capability", text, claimed.map(\.text))
      }
      if !chosen.contains(capability) { chosen.append(capability) }
    }
    return chosen
  }

  /// Trust records bytes, a grant only places: without the first the second would say nothing.
  private static func requireTrust(
    of definition: IntentDefinition, _ standing: Standing, _ operand: String, _ terms: GrantTerms,
    _ session: Session
  ) throws(Failure) {
    guard let reason = try standing.distrust(of: definition, session.world, operand: operand) else { return }
    let places = terms.sources.flatMap { ["--source", $0.text] }
    throw Failure(
      reason == .changed ? .definitionChanged : .definitionUntrusted,
      [
        "intent": .text(definition.id), "reason": "grant",
        "command": .list(["runintent", "trust", operand] + places),
      ])
  }

  /// Shows what would be recorded, asks once, and records it.
  static func accept(
    _ proposals: [GrantProposal], isConfirmed: Bool, command: [String], _ session: inout Session
  ) async throws(Failure) {
    let shown = proposals.map { $0.text(session) }.joined()
    if proposals.allSatisfy(\.capabilities.isEmpty) { return report([], as: shown, &session) }
    if !isConfirmed {
      let isDenial = proposals.contains(where: \.terms.isDenial)
      let question = isDenial ? session.text("Deny this?") : session.text("Allow this?")
      try session.confirm(
        shown + question, intents: proposals.map(\.intent).joined(separator: ", "), command: command)
    }
    try await session.authenticate(
      for: proposals.map(\.intent), proposals.flatMap { $0.terms.isDenial ? [] : $0.capabilities })
    let grants = proposals.flatMap { $0.grants(at: session.world.clock.wall()) }
    try session.world.store.record(grants)
    report(grants, as: isConfirmed ? shown : "", &session)
  }

  /// Tells what was recorded; who was asked has seen it.
  private static func report(_ grants: [Grant], as shown: String, _ session: inout Session) {
    if session.settings.isJSON {
      GrantList.write(grants, &session)
    } else if !session.settings.isQuiet {
      session.write(shown)
    }
  }

  private func grants(at now: WallTime) -> [Grant] {
    terms.sources.flatMap { source in
      capabilities.map {
        Grant(
          path: path, capability: $0.text, source: source, recordedAt: now, isDenial: terms.isDenial,
          expiresAt: terms.expiresAt, usesLeft: terms.uses,
          isAuthenticated: !terms.isDenial && $0.needsAuthentication)
      }
    }
  }

  private func text(_ session: Session) -> String {
    let say = session.text
    let file = session.display(path).cleaned(.line)
    guard !capabilities.isEmpty else {
      let nothing =
        terms.isDenial ? say("touches nothing outside itself") : say("touches nothing that needs permission")
      return "\(file): \(nothing)\n"
    }
    let places = terms.sources.map { say($0.place) }.joined(separator: ", ")
    let lines = capabilities.map { capability -> String in
      let act: ValueObject = ["act": .string(CapabilityPhrase.text(capability, say).cleaned(.quoted))]
      return terms.isDenial ? say("may not ${act}", act) : say("may ${act}", act)
    }
    return say("${file}, from ${places}:", ["file": .string(file), "places": .string(places)]) + "\n"
      + (lines + limits(session)).map { "  \($0)\n" }.joined()
  }

  private func limits(_ session: Session) -> [String] {
    var lines: [String] = []
    if let end = terms.expiresAt {
      lines.append(session.text("until ${time}", ["time": .string(session.moment(end))]))
    }
    if let uses = terms.uses {
      lines.append(session.text("at most so many runs: ${count}", ["count": .integer(uses)]))
    }
    return lines
  }
}

extension Session {
  /// A moment in the place's own time, with its date.
  func moment(_ time: WallTime) -> String { engine.moment(time) }
}
