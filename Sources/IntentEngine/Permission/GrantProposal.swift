package import IntentCore
internal import IntentLoading
internal import IntentPipeline

/// The grants that a command would record, shown before it does.
package struct GrantProposal: Sendable {
  package var intent: String
  package var path: String
  package var capabilities: [Capability]
  package var terms: GrantTerms

  package static func make(
    for operand: String, _ terms: GrantTerms, _ engine: Engine
  ) async throws(Failure) -> GrantProposal {
    let (file, id) = try engine.library.definition(operand)
    let definition = try engine.library.load(file, id: id).definition
    let standing = try engine.world.store.standing(of: definition.path)
    let claims = try await engine.claims(of: definition, trusted: standing.trust?.files ?? [])
    let eligible = claims.capabilities.filter { terms.isDenial || $0.permissionClass != .harmless }
    let chosen = try chosen(terms, eligible)
    if !terms.isDenial, !chosen.isEmpty {
      try file.concerns.refuseConcerns()
      try requireTrust(of: definition, standing, operand, terms, engine)
      let open = chosen.filter(\.isOpen)
      if !open.isEmpty { throw TrustProposal.uncoverable(open, of: id) }
    }
    return GrantProposal(intent: id, path: definition.path, capabilities: chosen, terms: terms)
  }

  /// Those that were named, by their exact bytes; all when none was.
  private static func chosen(_ terms: GrantTerms, _ claimed: [Capability]) throws(Failure) -> [Capability] {
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
    _ engine: Engine
  ) throws(Failure) {
    guard let reason = try standing.distrust(of: definition, engine.world, operand: operand) else { return }
    let places = terms.sources.flatMap { ["--source", $0.text] }
    throw Failure(
      reason == .changed ? .definitionChanged : .definitionUntrusted,
      [
        "intent": .text(definition.id), "reason": "grant",
        "command": .list(["runintent", "trust", operand] + places),
      ])
  }

  package func grants(at now: WallTime) -> [Grant] {
    terms.sources.flatMap { source in
      capabilities.map {
        Grant(
          path: path, capability: $0.text, source: source, recordedAt: now, isDenial: terms.isDenial,
          expiresAt: terms.expiresAt, usesLeft: terms.uses,
          isAuthenticated: !terms.isDenial && $0.needsAuthentication)
      }
    }
  }
}

/// From where, for what and for how long a definition may, or may not, touch something.
package struct GrantTerms: Sendable {
  package var sources: [RunSource]
  /// Texts of capabilities; empty for all that the definition claims.
  package var capabilities: [String] = []
  package var isDenial = false
  package var expiresAt: WallTime?
  package var uses: Int?

  package init(sources: [RunSource], capabilities: [String] = []) {
    (self.sources, self.capabilities) = (sources, capabilities)
  }
}
