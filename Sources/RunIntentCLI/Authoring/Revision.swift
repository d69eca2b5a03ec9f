internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// A definition's new text beside its old one: what differs, and what it may then do.
struct Revision {
  /// What would be trusted, `nil` when it neither is nor need be.
  private(set) var proposal: TrustProposal?
  private let id: String
  private let old: SourceFile
  private let new: SourceFile
  private let grants: [Grant]
  private var warnings: [Fault]
  private let difference: TrustDifference

  /// Fails with every fault of the new text.
  init(from old: SourceFile, to new: SourceFile, id: String, _ session: Session) async throws(Failure) {
    self.id = id
    self.old = old
    self.new = new
    let loaded = try session.load(new, id: id)
    warnings = loaded.warnings
    let standing = try session.world.store.standing(of: old.path)
    grants = standing.grants
    difference = await TrustDifference(from: old.bytes, to: new, id: id, session.engine)
    let needs = difference.added.contains { $0.permissionClass != .harmless } || standing.trust != nil
    guard needs || Self.mayTouch(loaded.definition) else { return }
    do throws(Failure) {
      let proposal = try await TrustProposal.make(
        of: new, id: id, sources: Self.sources(standing, session), session.engine)
      if standing.trust != nil || !proposal.isHarmless { self.proposal = proposal }
    } catch {
      warnings += error.asWarnings
    }
  }

  /// The sources that are granted already, so that the person's word is not widened; else the usual ones.
  private static func sources(_ standing: Standing, _ session: Session) -> [RunSource] {
    var sources: [RunSource] = []
    for grant in standing.grants where !grant.isDenial && !sources.contains(grant.source) {
      sources.append(grant.source)
    }
    return sources.isEmpty ? TrustCommand.customarySources(session) : sources
  }

  private static func mayTouch(_ definition: IntentDefinition) -> Bool {
    HandlerRegistry.live.find(definition.handler)?.descriptor.hasOutput ?? false
  }

  /// What is to be judged before it takes its place.
  func text(_ session: Session) -> String {
    let style = session.questionStyle
    let say = session.text
    var text = "\(session.display(old.path).cleaned(.line))\n"
    text += difference.text(session)
    if !warnings.isEmpty { text += FaultRenderer(style: style, text: say).text(Failure(warnings)) }
    if let proposal { text += proposal.text(session) }
    return text
  }

  /// Writes the new text in the old one's place, with its mode, and records the trust that was shown.
  func install(_ session: Session) async throws(Failure) {
    if let proposal { try await session.authenticate(for: [id], proposal.capabilities) }
    let environment = session.environment
    guard try environment.files.open(old.path).bytes == old.bytes else {
      throw Failure(
        .editAbandoned, ["intent": .text(id), "reason": "somebody else has changed it meanwhile"])
    }
    let mode = session.world.files.facts(old.path)?.mode ?? 0o644
    try environment.installer.write(old.path, new.bytes, mode & 0o777)
    try proposal?.record(in: session.world.store, keeping: grants)
  }
}
