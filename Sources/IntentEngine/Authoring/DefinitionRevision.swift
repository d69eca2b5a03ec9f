package import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline

/// A definition's new text beside its old one: what differs, and what it may then do.
package struct DefinitionRevision {
  /// What would be allowed, `nil` when it neither is nor need be.
  package private(set) var proposal: AllowProposal?
  private let id: String
  package let old: SourceFile
  private let new: SourceFile
  private let grants: [Grant]
  package private(set) var warnings: [Fault]
  package let difference: TrustDifference

  /// Fails with every fault of the new text.
  package init(from old: SourceFile, to new: SourceFile, id: String, _ engine: Engine) async throws(Failure) {
    (self.id, self.old, self.new) = (id, old, new)
    let loaded = try engine.library.load(new, id: id)
    warnings = loaded.warnings
    let standings = try engine.world.store.standings(of: old.path)
    let isKnown = standings.contains { $0.trust != nil }
    grants = standings.flatMap(\.grants)
    difference = await TrustDifference(from: old.bytes, to: new, id: id, engine)
    let needs = difference.added.contains { $0.permissionClass != .harmless } || isKnown
    guard needs || loaded.definition.startsPrograms ?? false else { return }
    do throws(Failure) {
      let proposal = try await AllowProposal.make(
        of: new, id: id, AllowTerms(Self.whos(standings, engine)), engine)
      if isKnown || !proposal.isHarmless { self.proposal = proposal }
    } catch {
      warnings += error.asWarnings
    }
  }

  /// Those who are allowed it already, so that the person's word is not widened; else the usual ones.
  private static func whos(_ standings: [Standing], _ engine: Engine) -> [Who] {
    let whos = standings.filter { !$0.permissions.isEmpty }.compactMap(\.who)
    return whos.isEmpty ? engine.customaryWhos : whos
  }

  /// Writes the new text in the old one's place, with its mode, and records what was shown.
  ///
  /// - Parameter authenticate: Has the person prove who they are where what is recorded needs it.
  package func install(
    _ engine: Engine, authenticate: ([Capability]) async throws(Failure) -> Void
  ) async throws(Failure) {
    if let proposal { try await authenticate(proposal.capabilities) }
    guard try engine.library.open(old.path).bytes == old.bytes else {
      throw Failure(
        .editAbandoned, ["intent": .text(id), "reason": "somebody else has changed it meanwhile"])
    }
    let mode = engine.world.files.facts(old.path)?.mode ?? 0o644
    try engine.installer.write(old.path, new.bytes, mode & 0o777)
    try proposal?.record(in: engine.world.store, keeping: grants)
  }
}

/// Where people's own definitions lie, and the schema that goes with them.
package enum AuthoringFolder {
  package static let schemaName = DefinitionSchema.fileName

  /// The schema of definitions as this program reads them.
  package static var schema: [UInt8] {
    let schema = DefinitionSchema(
      handlers: HandlerRegistry.live.all().map(\.descriptor), entities: EntityLists.kinds,
      icons: [
        "archivebox", "bell", "bolt", "checkmark.shield", "clock", "folder", "gearshape", "globe", "house",
        "internaldrive", "info.circle", "lock", "network", "terminal", "wifi",
      ])
    return Array(schema.text.utf8)
  }

  /// The folder that `new` writes to: that of `--intents`, else the user's own.
  package static func folder(_ engine: Engine) throws(Failure) -> String {
    if let intents = engine.settings.intents { return engine.library.absolute(intents) }
    guard let own = engine.library.places.ownIntents else { throw UserPlaces.homeless }
    return own
  }

  /// Puts the schema beside definitions, so that editors find what `$schema` names.
  package static func writeSchema(in folder: String, _ engine: Engine) throws(Failure) {
    _ = try engine.installer.update("\(folder)/\(schemaName)", schema)
  }
}
