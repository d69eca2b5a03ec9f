package import IntentCore
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
  ///   - trusted: The files that were allowed with the earlier text.
  ///   - files: What would be allowed now.
  package init(
    from old: [UInt8], trusted: [TrustedFile] = [], to new: SourceFile, files: [TrustedFile] = [],
    id: String, _ engine: Engine
  ) async {
    path = new.path
    intent = id
    lines = old == new.bytes ? nil : LineDifference(from: old, to: new.bytes)
    self.files = trusted.compactMap { before -> FileDifference? in
      if let wording = before.wording { return FileDifference(before.path, from: wording, to: files.wording) }
      return files.first { $0.name.utf8.elementsEqual(before.name.utf8) }
        .flatMap { FileDifference(from: before, to: $0) }
    }
    if !trusted.contains(where: { $0.wording != nil }), let new = files.first(where: { $0.wording != nil }) {
      self.files += [FileDifference(new.path, from: "", to: files.wording)].compactMap(\.self)
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
    let wording = (try? engine.library.read(file, id: id)).flatMap {
      engine.library.trustedWording(of: $0.definition)
    }
    let there = current.there + (wording.map { [$0] } ?? [])
    await self.init(from: trust.source, trusted: trust.files, to: file, files: there, id: id, engine)
    files += current.gone.map { FileDifference(path: $0.path, change: .gone) }
  }

  /// What would be allowed otherwise than it is; `nil` where nothing was, or nothing changed.
  package static func of(
    _ proposed: TrustRecord, id: String, in file: SourceFile, _ engine: Engine
  ) async throws(Failure) -> TrustDifference? {
    guard let trust = try engine.world.store.standing(of: file.path, for: proposed.who).trust else {
      return nil
    }
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
    return (try? await engine.claims(of: definition, trusted: trusted).capabilities) ?? []
  }
}

/// What differs between an allowed file and the file that is there now.
package struct FileDifference: Sendable {
  package enum Change: Sendable {
    case lines(LineDifference)
    /// Of what is no text only the sizes are told.
    case bytes(old: Int, new: Int)
    case led(from: String, to: String)
    case gone
    /// Root alone could change it, and now others can; or the other way round.
    case keeper(isRoots: Bool)
  }

  package let path: String
  package let change: Change
}

extension [TrustedFile] {
  fileprivate var wording: String { lazy.compactMap(\.wording).first ?? "" }
}

extension FileDifference {
  /// What a catalog says otherwise; `nil` when it is the same.
  fileprivate init?(_ catalog: String, from old: String, to new: String) {
    if old.utf8.elementsEqual(new.utf8) { return nil }
    self.init(
      path: catalog, change: .lines(LineDifference(from: Array("\(old)\n".utf8), to: Array("\(new)\n".utf8))))
  }

  /// `nil` when it is the same.
  fileprivate init?(from old: TrustedFile, to new: TrustedFile) {
    let change: Change
    if let before = old.contents, let after = new.contents {
      if before == after { return nil }
      change =
        Self.isText(before) && Self.isText(after)
        ? .lines(LineDifference(from: before, to: after)) : .bytes(old: before.count, new: after.count)
    } else if !(old.target ?? old.path).utf8.elementsEqual((new.target ?? new.path).utf8) {
      change = .led(from: old.target ?? old.path, to: new.target ?? new.path)
    } else if (old.contents == nil) != (new.contents == nil) {
      change = .keeper(isRoots: new.contents == nil)
    } else {
      return nil
    }
    self.init(path: new.path, change: change)
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
  }
}
