internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent grant`: records from where a trusted definition may, or may not, touch what it claims.
enum GrantCommand {
  static let command = Command(
    name: "grant", usage: "grant [--remove|--list] ID|PATH…",
    summary: "Allow or deny a definition what it touches, from where and for how long.", operands: .any,
    options: [
      OptionSpec(
        "source", .value("terminal|script|timer|automation"), "From where it may run; repeat for more."),
      OptionSpec("capability", .value("CAPABILITY"), "Only this, as `show` has it; repeat for more."),
      OptionSpec("until", .value("DURATION|DATE"), "For so long, such as 30d, or to the end of that day."),
      OptionSpec("uses", .value("N"), "For so many runs."),
      OptionSpec("deny", .flag, "Forbid it, which beats every grant; without --source from everywhere."),
      OptionSpec("last", .flag, "Repair what was refused last."),
      OptionSpec("remove", .flag, "Take grants and denials back; with --deny only denials."),
      OptionSpec("list", .flag, "Show grants and denials."),
    ], completion: .definitions, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    if options.has("list") { return try GrantList.show(options.operands, &session) }
    if options.has("last") { return try await LastDenial.repair(options, &session) }
    guard !options.operands.isEmpty else { throw command.missing("ID or PATH") }
    let sources = try options.sources()
    if options.has("remove") { return try remove(options.operands, sources, options, &session) }
    let terms = try GrantTerms(options, sources, session)
    var proposals: [GrantProposal] = []
    for operand in options.operands {
      proposals.append(try await GrantProposal.make(for: operand, terms, session.engine))
    }
    try await GrantProposal.accept(
      proposals, isConfirmed: options.has("yes"), command: command.confirmed(options), &session)
  }

  private static func remove(
    _ operands: [String], _ sources: [RunSource], _ options: ParsedOptions, _ session: inout Session
  ) throws(Failure) {
    let capabilities = options.values("capability")
    var removed: [Value] = []
    for operand in operands {
      let path = try session.library.definitionPath(operand)
      var count = 0
      for capability in capabilities.isEmpty ? [nil] : capabilities.map({ Optional($0) }) {
        count += try session.world.store.removeGrants(
          GrantSelection(
            path: path, capability: capability, sources: sources, denialsOnly: options.has("deny")))
      }
      removed.append(.object(["path": .string(path), "count": .integer(count)]))
      if session.settings.isJSON { continue }
      let done = session.text(
        count == 0 ? "nothing was recorded" : "taken back: ${count}", ["count": .integer(count)])
      session.note(session.display(path), done)
    }
    if session.settings.isJSON { session.write(json: ["removed": .array(removed)]) }
  }
}

extension GrantTerms {
  /// The terms that the options of a command say.
  init(_ options: ParsedOptions, _ named: [RunSource], _ session: Session) throws(Failure) {
    let isDenial = options.has("deny")
    self.init(
      sources: !named.isEmpty ? named : isDenial ? RunSource.named : session.engine.customarySources,
      capabilities: options.values("capability"))
    self.isDenial = isDenial
    if let text = options.value("until") { expiresAt = try Self.end(text, session.world.clock) }
    if isDenial, options.has("uses") {
      throw Failure(.unexpectedArgument, ["value": "--uses", "command": "grant"])
    }
    uses = try options.count("uses")
  }

  private static let longest = Duration.seconds(100 * 366 * 86_400)

  private static func end(_ text: String, _ clock: World.Clock) throws(Failure) -> WallTime {
    let now = clock.wall()
    if let duration = Duration(text: text), duration > .zero, duration < longest { return now + duration }
    guard let end = MomentText(clock).end(text), now < end else {
      throw .badValue(text, of: "--until", "a length of time such as 30d, or a date to come")
    }
    return end
  }
}

enum GrantList {
  static func show(_ operands: [String], _ session: inout Session) throws(Failure) {
    let store = session.world.store
    var standings = operands.isEmpty ? try store.standings() : []
    for operand in operands {
      standings.append(try store.standing(of: session.library.definitionPath(operand)))
    }
    let grants = standings.flatMap(\.grants)
    if session.settings.isJSON { return write(grants, &session) }
    if grants.isEmpty { return session.tell("No grants.") }
    var columns = Columns(plain: 5, style: session.style())
    for grant in grants {
      columns.append([
        session.display(grant.path), grant.capability, grant.source.text,
        session.text(grant.isDenial ? "Denied" : "Allowed"), limits(of: grant, session),
      ])
    }
    session.write(columns)
  }

  /// Until when, and for how many runs yet.
  static func limits(of grant: Grant, _ session: Session) -> String {
    let say = session.text
    var parts: [String] = []
    if let end = grant.expiresAt {
      let time: ValueObject = ["time": .string(session.moment(end))]
      let isOver = grant.hasExpired(at: session.world.clock.wall())
      parts.append(say(isOver ? "expired ${time}" : "until ${time}", time))
    }
    if let uses = grant.usesLeft { parts.append(say("runs left: ${count}", ["count": .integer(uses)])) }
    return parts.joined(separator: ", ")
  }

  static func write(_ grants: [Grant], _ session: inout Session) {
    session.write(json: ["grants": .array(grants.map(json))])
  }

  static func json(_ grant: Grant) -> Value {
    .object([
      "path": .string(grant.path), "capability": .string(grant.capability),
      "source": .string(grant.source.text), "denies": .boolean(grant.isDenial),
      "recordedAt": .string(grant.recordedAt.rfc3339),
      "expiresAt": Value(grant.expiresAt), "usesLeft": Value(grant.usesLeft),
    ])
  }
}

/// `runintent grant --last`: shows what the journal says was refused last, and allows it from there.
enum LastDenial {
  static func repair(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    try GrantCommand.command.check(options, .none)
    let query = JournalQuery(limit: 1, states: [.denied])
    guard let record = try session.world.store.runs(query).first else { throw Failure(.denialUnrepairable) }
    let start = record.start
    let isConfirmed = options.has("yes")
    let command = ["runintent", "grant", "--last", "--yes"]
    switch record.end?.code.flatMap(FaultCode.init(id:)) {
    case .definitionUntrusted?, .definitionChanged?, .fileChanged?:
      let proposal = try await TrustProposal.make(for: start.path, sources: [start.source], session.engine)
      try await TrustProposal.accept([proposal], isConfirmed: isConfirmed, command: command, &session)
    case .permissionDenied? where !start.capabilities.isEmpty && !start.rule.utf8.starts(with: "denied".utf8):
      // All that the definition needs, as a question at the run would ask for.
      let terms = GrantTerms(sources: [start.source])
      let proposal = try await GrantProposal.make(for: start.path, terms, session.engine)
      try await GrantProposal.accept([proposal], isConfirmed: isConfirmed, command: command, &session)
    default:
      throw Failure(.denialUnrepairable, ["intent": .text(start.intent), "reason": .text(start.rule)])
    }
  }
}

/// How what grants would record is shown and asked about.
extension GrantProposal {
  /// Shows what would be recorded, asks once, and records it.
  static func accept(
    _ proposals: [GrantProposal], isConfirmed: Bool, command: [String], _ session: inout Session
  ) async throws(Failure) {
    let shown = proposals.map { $0.text(session) }.joined()
    if proposals.allSatisfy(\.capabilities.isEmpty) { return report([], as: shown, &session) }
    let names = proposals.map(\.intent)
    try session.confirm(
      shown, proposals.contains(where: \.terms.isDenial) ? "Deny this?" : "Allow this?",
      intents: names.joined(separator: ", "), command: command, unless: isConfirmed)
    try await session.authenticate(for: names, proposals.flatMap { $0.terms.isDenial ? [] : $0.capabilities })
    let grants = proposals.flatMap { $0.grants(at: session.world.clock.wall()) }
    try session.world.store.record(grants)
    report(grants, as: isConfirmed ? shown : "", &session)
  }

  /// Tells what was recorded; who was asked has seen it.
  private static func report(_ grants: [Grant], as shown: String, _ session: inout Session) {
    if session.settings.isJSON {
      GrantList.write(grants, &session)
    } else if !session.settings.isQuiet {
      session.write(shown)
    }
  }

  private func text(_ session: Session) -> String {
    let say = session.text
    let file = session.shown(path)
    guard !capabilities.isEmpty else {
      let words = terms.isDenial ? "touches nothing outside itself" : "touches nothing that needs permission"
      return "\(file): \(say(words))\n"
    }
    let places = terms.sources.map { say($0.place) }.joined(separator: ", ")
    let lines = capabilities.map { say.permission($0, terms.isDenial ? "may not ${act}" : "may ${act}") }
    return say("${file}, from ${places}:", ["file": .string(file), "places": .string(places)]) + "\n"
      + (lines + limits(session)).map { "  \($0)\n" }.joined()
  }

  private func limits(_ session: Session) -> [String] {
    var lines: [String] = []
    if let end = terms.expiresAt {
      lines.append(session.text("until ${time}", ["time": .string(session.moment(end))]))
    }
    if let uses = terms.uses {
      lines.append(session.text("at most so many runs: ${count}", ["count": .integer(uses)]))
    }
    return lines
  }
}
