internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentRendering

/// How what trust would record is shown and asked about.
extension TrustProposal {
  /// Shows what would be recorded, asks once, and records it.
  static func accept(
    _ proposals: [TrustProposal], isConfirmed: Bool, command: [String]? = nil, _ session: inout Session
  ) async throws(Failure) {
    let shown = proposals.map { $0.text(session) }.joined()
    let names = proposals.map(\.intent)
    try session.confirm(
      shown, "Allow this?", intents: names.joined(separator: ", "),
      command: command ?? ["runintent", "trust"] + names + ["--yes"], unless: isConfirmed)
    try await session.authenticate(for: names, proposals.flatMap(\.capabilities))
    for proposal in proposals { try proposal.record(in: session.world.store) }
    if session.settings.isJSON {
      let trusted = proposals.map { $0.trust.json(with: $0.grants) }
      session.write(json: ["trusted": .array(trusted)])
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
    let places = sources.map { session.text($0.place) }.joined(separator: ", ")
    let heading: ValueObject = ["file": .string(cleaned), "places": .string(places)]
    return difference + session.text("${file}, from ${places}:", heading) + "\n" + touched(session)
  }

  /// The capabilities and the files, a line each; nothing in them can begin a line of its own.
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
    return (acts + limits(say, session.world.machine.sandboxKernel()) + files).joined()
  }

  /// What limits the programs, a line for each definition that starts some.
  private func limits(_ say: Localizer, _ kernel: SandboxKernel) -> [String] {
    let own = namesPrograms ? ["  \(SandboxText.line(limits, on: kernel, say).cleaned(.quoted))\n"] : []
    return own
      + callees.filter(\.namesPrograms).map { callee in
        "  \(callee.intent): \(SandboxText.line(callee.limits, on: kernel, say).cleaned(.quoted))\n"
      }
  }
}

extension Localizer {
  /// A sentence about what a capability lets an intent do, clean.
  func permission(_ capability: Capability, _ words: String = "may ${act}") -> String {
    self(words, ["act": .string(CapabilityPhrase.text(capability, self).cleaned(.quoted))])
  }
}

extension TrustRecord {
  func json(with grants: [Grant]) -> Value {
    .object([
      "path": .string(path), "files": Value(files.map(\.path)),
      "grants": .array(
        grants.map { .object(["capability": .string($0.capability), "source": .string($0.source.text)]) }),
    ])
  }
}

extension RunSource {
  /// The source as people say it.
  var place: String {
    switch self {
    case .terminal: "terminals"
    case .script: "scripts"
    case .timer: "timers"
    case .automation: "automations"
    case .client(let name): name
    }
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
    var values: ValueObject = ["file": .string(session.display(path).cleaned(.quoted))]
    let words: String
    switch change {
    case .lines(let lines):
      return session.text("${file} changed", values) + "\n" + lines.text(session, style: style, limit: limit)
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
  /// - Parameters:
  ///   - limit: How many lines of a text are shown; all when `nil`.
  ///   - heading: Whether it is said whose difference it is.
  func text(_ session: Session, style: Style? = nil, limit: Int? = nil, heading: Bool = false) -> String {
    let style = style ?? session.questionStyle
    let say = session.text
    var text = ""
    if heading, lines != nil {
      let names: ValueObject = [
        "intent": .string(intent), "file": .string(session.display(path).cleaned(.quoted)),
      ]
      text += say("${intent} changed since it was trusted: ${file}", names) + "\n"
    }
    text += lines?.text(session, style: style, limit: limit) ?? ""
    text += removed.map { "- \(say.permission($0, "no longer: ${act}"))\n" }.joined()
    text += added.map { "+ \(say.permission($0, "new: ${act}"))\n" }.joined()
    return text + files.map { $0.text(session, style: style, limit: limit) }.joined()
  }

  var json: Value {
    .object([
      "definition": Value(lines?.text(.plain)), "added": Value(added.map(\.text)),
      "removed": Value(removed.map(\.text)), "files": .array(files.map(\.json)),
    ])
  }
}
