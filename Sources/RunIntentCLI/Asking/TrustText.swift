internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentRendering

/// How what would be allowed is shown and asked about.
extension AllowProposal {
  /// Shows what would be recorded, asks once, and records it.
  static func accept(
    _ proposals: [AllowProposal], isConfirmed: Bool, command: [String], _ session: inout Session
  ) async throws(Failure) {
    let shown = proposals.map { $0.text(session) }.joined()
    let names = proposals.map(\.intent)
    try session.confirm(
      shown, "Allow this?", intents: names.joined(separator: ", "), command: command, unless: isConfirmed)
    try await session.authenticate(
      for: names, proposals.flatMap(\.capabilities), always: proposals.contains(where: \.admitsNamed))
    for proposal in proposals { try proposal.record(in: session.world.store) }
    if session.settings.isJSON {
      session.write(proposals.flatMap(\.grants))
    } else if isConfirmed, !session.settings.isQuiet {
      session.write(shown)
    }
  }

  func text(_ session: Session) -> String {
    let cleaned = session.shown(trust.path)
    let difference = difference?.text(session, heading: true) ?? ""
    guard !isHarmless || !callees.isEmpty else {
      return "\(difference)\(cleaned): \(session.text("touches nothing that needs permission"))\n"
    }
    let except = forbidden.map {
      session.text(
        "but not from ${source}: ${file}", ["source": .string($0.source.text), "file": .string($0.place)])
    }
    let limits = (terms.limits(session) + except).map { "  \($0)\n" }.joined()
    return difference + session.heading(trust.path, terms.whos) + touched(session) + limits
  }

  /// What is started, the capabilities and the files, a line each; nothing in them can begin a line of its own.
  func touched(_ session: Session) -> String {
    let say = session.text
    let acts = capabilities.map { "  \(say.permission($0))\n" }
    var names = trust.files.filter { $0.contents != nil }.map(\.path)
    for callee in callees {
      names.append(session.display(callee.trust.path))
      names += callee.trust.files.filter { $0.contents != nil }.map(\.path)
    }
    let files = names.map {
      "  \(say("with ${file} as it is now", ["file": .string($0.cleaned(.quoted))]))\n"
    }
    var started = StartText(definition: definition, say: say).lines
    for callee in callees {
      let lines = StartText(definition: callee.definition, say: say).lines
      started += lines.isEmpty ? [] : ["\(callee.intent):"] + lines.map { "  \($0)" }
    }
    return (started.map { "  \($0)\n" } + acts + held(say, session.world.machine.sandboxKernel()) + files)
      .joined()
  }

  /// What limits the programs, a line for each definition that starts some.
  private func held(_ say: Localizer, _ kernel: SandboxKernel) -> [String] {
    let own = namesPrograms ? ["  \(SandboxText.line(limits, on: kernel, say).cleaned(.quoted))\n"] : []
    return own
      + callees.filter(\.namesPrograms).map { callee in
        "  \(callee.intent): \(SandboxText.line(callee.limits, on: kernel, say).cleaned(.quoted))\n"
      }
  }
}

extension AllowTerms {
  /// Until when, and how often, a line each.
  func limits(_ session: Session) -> [String] {
    var lines: [String] = []
    if let end = expiresAt {
      lines.append(session.text("until ${time}", ["time": .string(session.moment(end))]))
    }
    if let uses {
      lines.append(session.text("at most so many runs: ${count}", ["count": .integer(uses)]))
    }
    return lines
  }
}

extension Session {
  /// Tells a program what was recorded.
  mutating func write(_ grants: [Grant]) { write(json: ["words": .array(grants.map(\.json))]) }

  /// The file that a word is about, and whose runs.
  func heading(_ path: String, _ whos: [Who]) -> String {
    let places = whos.map { text($0.text) }.joined(separator: ", ")
    return text("${file}, ${who}:", ["file": .string(shown(path)), "who": .string(places)]) + "\n"
  }
}

extension Grant {
  var json: Value {
    .object([
      "path": .string(path), "capability": .string(capability), "who": .string(who.text),
      "only": Value(only?.text), "denies": .boolean(isDenial), "recordedAt": .string(recordedAt.rfc3339),
      "expiresAt": Value(expiresAt), "usesLeft": Value(usesLeft), "authenticated": .boolean(isAuthenticated),
    ])
  }
}

extension TrustRecord {
  var json: Value {
    .object([
      "path": .string(path), "who": .string(who.text), "files": Value(files.map(\.path)),
      "recordedAt": .string(recordedAt.rfc3339),
    ])
  }
}

extension Localizer {
  /// A sentence about what a capability lets an intent do, clean.
  func permission(_ capability: Capability, _ words: String = "may ${act}") -> String {
    self(words, ["act": .string(CapabilityPhrase.text(capability, self).cleaned(.quoted))])
  }
}

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

}

extension FileDifference {
  func text(_ session: Session, style: Style) -> String {
    var values: ValueObject = ["file": .string(session.display(path).cleaned(.quoted))]
    let words: String
    switch change {
    case .lines(let lines):
      return session.text("${file} changed", values) + "\n" + lines.text(style)
    case .bytes(let old, let new):
      (values["old"], values["new"]) = (.integer(old), .integer(new))
      words = "${file} changed: ${old} bytes then, ${new} now"
    case .led(let old, let new):
      (values["old"], values["new"]) = (.string(old.cleaned(.quoted)), .string(new.cleaned(.quoted)))
      words = "${file} leads elsewhere: to ${old} then, to ${new} now"
    case .gone: words = "${file} is gone"
    case .keeper(true): words = "${file} is root's alone to change now"
    case .keeper(false): words = "${file} was root's alone to change, and is no more"
    }
    return session.text(words, values) + "\n"
  }

  var json: Value {
    var object: ValueObject = ["path": .string(path)]
    switch change {
    case .lines(let lines): object["lines"] = .string(lines.text(.plain))
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
  /// - Parameter heading: Whether it is said whose difference it is.
  func text(_ session: Session, style: Style? = nil, heading: Bool = false) -> String {
    let style = style ?? session.questionStyle
    let say = session.text
    var text = ""
    if heading, lines != nil {
      let names: ValueObject = [
        "intent": .string(intent), "file": .string(session.display(path).cleaned(.quoted)),
      ]
      text += say("${intent} has changed since it was allowed: ${file}", names) + "\n"
    }
    text += lines?.text(style) ?? ""
    text += removed.map { "- \(say.permission($0, "no longer: ${act}"))\n" }.joined()
    text += added.map { "+ \(say.permission($0, "new: ${act}"))\n" }.joined()
    return text + files.map { $0.text(session, style: style) }.joined()
  }

  var json: Value {
    .object([
      "definition": Value(lines?.text(.plain)), "added": Value(added.map(\.text)),
      "removed": Value(removed.map(\.text)), "files": .array(files.map(\.json)),
    ])
  }
}
