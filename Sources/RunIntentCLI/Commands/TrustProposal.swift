internal import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// What trusting one definition would record, shown before it is.
struct TrustProposal {
  /// Files that root does not own alone are kept whole up to this size, and refused above.
  static let fileLimit = 4 << 20

  var trust: TrustRecord
  var intent: String
  var capabilities: [Capability]
  var sources: [RunSource]
  var isHarmless: Bool { capabilities.isEmpty }

  static func make(
    for operand: String, sources: [RunSource], _ session: Session
  ) async throws(Failure) -> TrustProposal {
    let (file, id) = try session.definition(operand)
    return try await make(of: file, id: id, sources: sources, session)
  }

  /// Proposes what these bytes would need, wherever they lie now.
  ///
  /// - Parameter needing: What is to be allowed instead of all that the definition can come to touch.
  static func make(
    of file: SourceFile, id: String, sources: [RunSource], needing: [Capability]? = nil, _ session: Session
  ) async throws(Failure) -> TrustProposal {
    guard file.concerns.isEmpty else { throw Failure(file.concerns.map { $0.with(.error) }) }
    let definition = try session.load(file, id: id).definition
    let claims = try await Claims.of(definition, registry: .live, entities: .live, world: session.world)
    var files: [TrustedFile] = []
    for (name, path) in claims.files {
      guard let path else {
        throw Failure(
          .executableMissing,
          [
            "program": .text(name), "intent": .text(id),
            "searchPath": .text(claims.searchPath),
          ])
      }
      files.append(try trustedFile(name, path, session.world))
    }
    let needed = (needing ?? claims.capabilities).filter { $0.permissionClass != .harmless }
    let open = needed.filter(\.isOpen)
    guard open.isEmpty else { throw uncoverable(open, of: id) }
    return TrustProposal(
      trust: TrustRecord(
        path: file.path, source: file.bytes, files: files, recordedAt: session.world.clock.wall()),
      intent: id, capabilities: needed, sources: sources)
  }

  /// Capabilities whose target a caller chooses.
  static func uncoverable(_ open: [Capability], of id: String) -> Failure {
    Failure(
      .permissionDenied,
      [
        "intent": .text(id), "missing": .capabilities(open),
        "reason": "a parameter that takes any text decides it, which no standing grant covers",
      ])
  }

  private static func trustedFile(_ name: String, _ path: String, _ world: World) throws(Failure)
    -> TrustedFile
  {
    guard let facts = world.files.facts(path), facts.kind == .regular else {
      throw Failure(.fileMissing, ["path": .text(path)])
    }
    // Whoever may write the file chooses what runs.
    if facts.mode & 0o002 != 0 || (facts.mode & 0o020 != 0 && facts.group != facts.owner) {
      throw Failure(
        .fileWritable, ["path": .text(path), "repair": .text("chmod go-w \(ShellWords.quote(path))")])
    }
    guard facts.owner == 0 || facts.owner == world.machine.caller.user else {
      throw Failure(.fileOwner, ["path": .text(path)])
    }
    if facts.isRootsAlone, world.machine.caller.user != 0 || isSystems(path) {
      return TrustedFile(name: name, path: path, contents: nil)
    }
    guard facts.size <= fileLimit, let contents = world.files.read(path, fileLimit + 1),
      contents.count <= fileLimit
    else {
      throw Failure(
        .fileTooLarge, ["path": .text(path), "size": .integer(facts.size), "limit": .integer(fileLimit)])
    }
    return TrustedFile(name: name, path: path, contents: contents)
  }

  /// Whether a path is where the system keeps its programs, which root's own work is not.
  private static func isSystems(_ path: String) -> Bool {
    ["/usr/", "/bin/", "/sbin/", "/lib/"].contains { path.utf8.starts(with: $0.utf8) }
      && !path.utf8.starts(with: "/usr/local/".utf8)
  }

  /// Shows what would be recorded, asks once, and records it.
  static func accept(
    _ proposals: [TrustProposal], isConfirmed: Bool, command: [String]? = nil, _ session: inout Session
  ) throws(Failure) {
    let shown = proposals.map { $0.text(session) }.joined()
    if !isConfirmed {
      let names = proposals.map(\.intent).joined(separator: ", ")
      try session.confirm(
        shown + session.text("Allow this?"), intents: names,
        command: command ?? ["runintent", "trust"] + proposals.map(\.intent) + ["--yes"])
    }
    for proposal in proposals { try proposal.record(session) }
    if isConfirmed, !session.settings.isQuiet { session.write(shown) }
  }

  /// Records it, without a question.
  ///
  /// - Parameter known: Grants that stay as they are, with their limits.
  func record(_ session: Session, keeping known: [Grant] = []) throws(Failure) {
    let grants = sources.flatMap { source in
      capabilities.map {
        Grant(path: trust.path, capability: $0.text, source: source, recordedAt: trust.recordedAt)
      }
    }.filter { grant in
      !known.contains { !$0.isDenial && $0.isAbout(grant.capability, grant.source) }
    }
    try session.world.store.record(trust, grants: grants)
  }

  func text(_ session: Session) -> String {
    let cleaned = session.display(trust.path).cleaned(.line)
    guard !isHarmless else { return "\(cleaned): \(session.text("touches nothing that needs permission"))\n" }
    let say = session.text
    let places = sources.map { say($0.place) }.joined(separator: ", ")
    let touched = capabilities.map {
      "  \(say("may ${act}", ["act": .string(CapabilityPhrase.text($0, say))]))\n"
    }.joined()
    let files = trust.files.filter { $0.contents != nil }.map {
      "  \(say("with ${file} as it is now", ["file": .string($0.path.cleaned(.line))]))\n"
    }
    return say("${file}, from ${places}:", ["file": .string(cleaned), "places": .string(places)])
      + "\n\(touched)\(files.joined())"
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
