internal import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// What differs between two texts of a definition: the lines, and what it may touch.
struct TrustDifference {
  private let old: [UInt8]
  private let new: [UInt8]
  private(set) var added: [Capability] = []
  private(set) var removed: [Capability] = []

  /// - Parameters:
  ///   - old: The earlier text; one that is no definition any more touches nothing.
  ///   - trusted: The files that were trusted with the earlier text.
  init(
    from old: SourceFile, trusted: [TrustedFile] = [], to new: SourceFile, id: String, _ session: Session
  ) async {
    self.old = old.bytes
    self.new = new.bytes
    let before = await Self.capabilities(old, trusted, id, session)
    let after = await Self.capabilities(new, [], id, session)
    added = after.filter { !before.contains($0) }
    removed = before.filter { !after.contains($0) }
  }

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
  /// - Parameter limit: How many lines of the text are shown; all when `nil`.
  func text(_ session: Session, limit: Int? = nil) -> String {
    let say = session.text
    func line(_ mark: String, _ words: String, _ capability: Capability) -> String {
      let act = CapabilityPhrase.text(capability, say).cleaned(.quoted)
      return "\(mark) \(say(words, ["act": .string(act)]))\n"
    }
    return LineDifference(from: old, to: new).text(session, limit: limit)
      + removed.map { line("-", "no longer: ${act}", $0) }.joined()
      + added.map { line("+", "new: ${act}", $0) }.joined()
  }
}

extension LineDifference {
  /// The hunks for a question, at most so many lines of them.
  func text(_ session: Session, limit: Int?) -> String {
    let text = text(session.questionStyle)
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    guard let limit, lines.count > limit else { return text }
    let shown = lines.prefix(limit).map { String(Substring($0)).shortenedInside + "\n" }.joined()
    let rest: ValueObject = ["count": .integer(lines.count - limit)]
    return shown + "… \(session.text("${count} more", rest))\n"
  }
}
