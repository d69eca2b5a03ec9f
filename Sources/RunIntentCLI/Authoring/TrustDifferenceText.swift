internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentRendering

/// How what is otherwise than it was trusted is shown.
extension TrustDifference {
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
