internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// What differs between a definition as it was, with the files that it names, and as it is.
struct TrustDifference {
  /// How the definition's file is called.
  private let path: String
  private let intent: String
  private let lines: LineDifference?
  private(set) var added: [Capability] = []
  private(set) var removed: [Capability] = []
  private(set) var files: [FileDifference] = []

  /// - Parameters:
  ///   - old: The earlier text; one that is no definition any more touches nothing.
  ///   - trusted: The files that were trusted with the earlier text.
  ///   - files: What would be trusted now.
  init(
    from old: [UInt8], trusted: [TrustedFile] = [], to new: SourceFile, files: [TrustedFile] = [],
    id: String, _ session: Session
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
    let before = await Self.capabilities(earlier, trusted, id, session)
    let after = await Self.capabilities(new, files, id, session)
    added = after.filter { !before.contains($0) }
    removed = before.filter { !after.contains($0) }
  }

  /// What changed since the person's word, as the files are now.
  init(since trust: TrustRecord, in file: SourceFile, id: String, _ session: Session) async {
    let current = TrustedFiles.current(trust.files, session.world)
    await self.init(
      from: trust.source, trusted: trust.files, to: file, files: current.there, id: id, session)
    files += current.gone.map { FileDifference(path: $0.path, change: .gone) }
  }

  /// What a proposal would record otherwise than it is; `nil` where nothing was trusted, or nothing changed.
  static func of(_ proposal: TrustProposal, _ file: SourceFile, _ session: Session) async throws(Failure)
    -> TrustDifference?
  {
    guard let trust = try session.world.store.standing(of: file.path).trust else { return nil }
    let difference = await TrustDifference(
      from: trust.source, trusted: trust.files, to: file, files: proposal.trust.files, id: proposal.intent,
      session)
    return difference.isEmpty ? nil : difference
  }

  private var isEmpty: Bool { lines == nil && files.isEmpty }

  /// What a definition touches, as far as it can be told now.
  private static func capabilities(
    _ file: SourceFile, _ trusted: [TrustedFile], _ id: String, _ session: Session
  ) async -> [Capability] {
    guard let definition = try? session.load(file, id: id).definition else { return [] }
    let claims = try? await Claims.of(
      definition, registry: .live, entities: .live, world: session.world, trusted: trusted)
    return claims?.capabilities ?? []
  }

  /// The difference for people, a line each.
  ///
  /// - Parameters:
  ///   - limit: How many lines of a text are shown; all when `nil`.
  ///   - heading: Whether it is said whose difference it is.
  func text(_ session: Session, style: Style? = nil, limit: Int? = nil, heading: Bool = false) -> String {
    let style = style ?? session.questionStyle
    let say = session.text
    var text = ""
    if heading, lines != nil {
      let place = session.display(path).cleaned(.quoted)
      text += say(
        "${intent} changed since it was trusted: ${file}",
        ["intent": .string(intent), "file": .string(place)])
      text += "\n"
    }
    func line(_ mark: String, _ words: String, _ capability: Capability) -> String {
      let act = CapabilityPhrase.text(capability, say).cleaned(.quoted)
      return "\(mark) \(say(words, ["act": .string(act)]))\n"
    }
    text += lines?.text(session, style: style, limit: limit) ?? ""
    text += removed.map { line("-", "no longer: ${act}", $0) }.joined()
    text += added.map { line("+", "new: ${act}", $0) }.joined()
    return text + files.map { $0.text(session, style: style, limit: limit) }.joined()
  }

  func json(_ session: Session) -> Value {
    let plain = Style(color: false, unicode: true, width: nil)
    return .object([
      "definition": lines.map { .string($0.text(plain)) } ?? .null,
      "added": .array(added.map { .string($0.text) }), "removed": .array(removed.map { .string($0.text) }),
      "files": .array(files.map { $0.json(plain) }),
    ])
  }
}
