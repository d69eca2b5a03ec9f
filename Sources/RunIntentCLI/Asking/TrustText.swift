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
    if !isConfirmed {
      let names = proposals.map(\.intent).joined(separator: ", ")
      try session.confirm(
        shown + session.text("Allow this?"), intents: names,
        command: command ?? ["runintent", "trust"] + proposals.map(\.intent) + ["--yes"])
    }
    try await session.authenticate(for: proposals.map(\.intent), proposals.flatMap(\.capabilities))
    for proposal in proposals { try proposal.record(in: session.world.store) }
    if session.settings.isJSON {
      let trusted = proposals.map { $0.trust.json(with: $0.grants) }
      session.write(json: .object(["schemaVersion": 1, "trusted": .array(trusted)]))
    } else if isConfirmed, !session.settings.isQuiet {
      session.write(shown)
    }
  }

  func text(_ session: Session) -> String {
    let cleaned = session.display(trust.path).cleaned(.line)
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
    let acts = capabilities.map { capability in
      let act = CapabilityPhrase.text(capability, say).cleaned(.quoted)
      return "  \(say("may ${act}", ["act": .string(act)]))\n"
    }
    var names = trust.files.filter { $0.contents != nil }.map(\.path)
    for callee in callees {
      names.append(session.display(callee.trust.path))
      names += callee.trust.files.filter { $0.contents != nil }.map(\.path)
    }
    let files = names.map {
      "  \(say("with ${file} as it is now", ["file": .string($0.cleaned(.quoted))]))\n"
    }
    return (acts + files).joined()
  }
}

extension TrustRecord {
  func json(with grants: [Grant]) -> Value {
    .object([
      "path": .string(path), "files": .array(files.map { .string($0.path) }),
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
