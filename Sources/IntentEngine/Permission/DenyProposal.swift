package import IntentCore
internal import IntentLoading
internal import IntentPipeline

/// The denials that a command would record, shown before it does.
package struct DenyProposal: Sendable {
  package let intent: String
  package let path: String
  /// What is denied, as it is stored and as people read it.
  package let capabilities: [Capability]
  package let terms: AllowTerms

  package static func make(
    for operand: String, _ terms: AllowTerms, _ engine: Engine
  ) async throws(Failure) -> DenyProposal {
    let (file, id) = try engine.library.definition(operand)
    let definition = try engine.library.load(file, id: id).definition
    let trusted = try engine.world.store.standings(of: definition.path).compactMap(\.trust).first
    let claims = try await engine.claims(of: definition, trusted: trusted?.files ?? [])
    let chosen = try AllowProposal.chosen(terms.only, of: claims.capabilities, "--only")
    return DenyProposal(intent: id, path: definition.path, capabilities: chosen, terms: terms)
  }

  package func record(_ engine: Engine) throws(Failure) { try engine.world.store.record(grants(engine)) }

  package func grants(_ engine: Engine) -> [Grant] {
    terms.whos.flatMap { who in
      capabilities.map {
        Grant(
          path: path, capability: $0.text, who: who, recordedAt: engine.world.clock.wall(), isDenial: true,
          expiresAt: terms.expiresAt)
      }
    }
  }
}
