internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentRendering

extension LineDifference {
  /// The hunks in the unified form of diff(1).
  func text(_ style: Style) -> String {
    var bytes: [UInt8] = []
    for hunk in hunks {
      let place = "@@ -\(hunk.start.old),\(hunk.removed) +\(hunk.start.new),\(hunk.added) @@"
      bytes.paint(.tint(.blue), style, place)
      bytes += "\n".utf8
      for (edit, line) in hunk.lines {
        let text = String(Substring(line)).cleaned(.block)
        switch edit {
        case .keep: bytes += " \(text)".utf8
        case .remove: bytes.paint(.tint(.red), style, "-\(text)")
        case .add: bytes.paint(.tint(.green), style, "+\(text)")
        }
        bytes += "\n".utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The hunks, at most so many lines of them.
  func text(_ session: Session, style: Style, limit: Int?) -> String {
    let text = text(style)
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    guard let limit, lines.count > limit else { return text }
    let shown = lines.prefix(limit).map { String(Substring($0)).shortenedInside + "\n" }.joined()
    let rest: ValueObject = ["count": .integer(lines.count - limit)]
    return shown + "… \(session.text("${count} more", rest))\n"
  }
}

extension FileDifference {
  func text(_ session: Session, style: Style, limit: Int?) -> String {
    let name: ValueObject = ["file": .string(session.display(path).cleaned(.quoted))]
    let say = session.text
    func line(_ words: String, _ old: Value, _ new: Value) -> String {
      var values = name
      values["old"] = old
      values["new"] = new
      return say(words, values) + "\n"
    }
    switch change {
    case .lines(let lines):
      return say("${file} changed", name) + "\n" + lines.text(session, style: style, limit: limit)
    case .bytes(let old, let new):
      return line("${file} changed: ${old} bytes then, ${new} now", .integer(old), .integer(new))
    case .led(let old, let new):
      return line(
        "${file} leads elsewhere: to ${old} then, to ${new} now", .string(old.cleaned(.quoted)),
        .string(new.cleaned(.quoted)))
    case .gone: return say("${file} is gone", name) + "\n"
    case .keeper(let isRoots):
      return say(
        isRoots
          ? "${file} is root's alone to change now" : "${file} was root's alone to change, and is no more",
        name) + "\n"
    }
  }

  func json(_ style: Style) -> Value {
    var object: ValueObject = ["path": .string(path)]
    switch change {
    case .lines(let lines): object["lines"] = .string(lines.text(style))
    case .bytes(let old, let new): object["bytes"] = .array([.integer(old), .integer(new)])
    case .led(let old, let new): object["led"] = .array([.string(old), .string(new)])
    case .gone: object["gone"] = true
    case .keeper(let isRoots): object["roots"] = .boolean(isRoots)
    }
    return .object(object)
  }
}

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
