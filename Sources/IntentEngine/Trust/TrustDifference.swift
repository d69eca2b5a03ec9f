package import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline

/// What differs between a definition as it was, with the files that it names, and as it is.
package struct TrustDifference: Sendable {
  /// How the definition's file is called.
  package let path: String
  package let intent: String
  package let lines: LineDifference?
  package private(set) var added: [Capability] = []
  package private(set) var removed: [Capability] = []
  package private(set) var files: [FileDifference] = []

  /// - Parameters:
  ///   - old: The earlier text; one that is no definition any more touches nothing.
  ///   - trusted: The files that were trusted with the earlier text.
  ///   - files: What would be trusted now.
  package init(
    from old: [UInt8], trusted: [TrustedFile] = [], to new: SourceFile, files: [TrustedFile] = [],
    id: String, _ engine: Engine
  ) async {
    path = new.path
    intent = id
    lines = old == new.bytes ? nil : LineDifference(from: old, to: new.bytes)
    self.files = trusted.compactMap { before in
      files.first { $0.name.utf8.elementsEqual(before.name.utf8) }
        .flatMap { FileDifference(from: before, to: $0) }
    }
    guard lines != nil else { return }
    var earlier = new
    earlier.bytes = old
    let before = await Self.capabilities(earlier, trusted, id, engine)
    let after = await Self.capabilities(new, files, id, engine)
    added = after.filter { !before.contains($0) }
    removed = before.filter { !after.contains($0) }
  }

  /// What changed since the person's word, as the files are now.
  package init(since trust: TrustRecord, in file: SourceFile, id: String, _ engine: Engine) async {
    let current = TrustedFiles.current(trust.files, engine.world)
    await self.init(from: trust.source, trusted: trust.files, to: file, files: current.there, id: id, engine)
    files += current.gone.map { FileDifference(path: $0.path, change: .gone) }
  }

  /// What would be trusted otherwise than it is; `nil` where nothing was trusted, or nothing changed.
  package static func of(
    _ proposed: TrustRecord, id: String, in file: SourceFile, _ engine: Engine
  ) async throws(Failure) -> TrustDifference? {
    guard let trust = try engine.world.store.standing(of: file.path).trust else { return nil }
    let difference = await TrustDifference(
      from: trust.source, trusted: trust.files, to: file, files: proposed.files, id: id, engine)
    return difference.isEmpty ? nil : difference
  }

  private var isEmpty: Bool { lines == nil && files.isEmpty }

  /// What a definition touches, as far as it can be told now.
  private static func capabilities(
    _ file: SourceFile, _ trusted: [TrustedFile], _ id: String, _ engine: Engine
  ) async -> [Capability] {
    guard let definition = try? engine.library.load(file, id: id).definition else { return [] }
    let claims = try? await Claims.of(
      definition, registry: .live, entities: .live, world: engine.world, trusted: trusted)
    return claims?.capabilities ?? []
  }
}
