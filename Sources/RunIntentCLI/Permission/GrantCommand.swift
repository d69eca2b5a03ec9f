internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// `runintent grant`: records from where a trusted definition may, or may not, touch what it claims.
enum GrantCommand {
  static let command = Command(
    name: "grant", usage: "grant [--remove|--list] ID|PATH…",
    summary: "Allow or deny a definition what it touches, from where and for how long.",
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
    ], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    if options.has("list") { return try GrantList.show(options.operands, &session) }
    if options.has("last") { return try await LastDenial.repair(options, &session) }
    guard !options.operands.isEmpty else {
      throw command.missing("ID or PATH")
    }
    let sources = try TrustCommand.namedSources(options)
    if options.has("remove") {
      return try remove(options.operands, sources, options, &session)
    }
    let terms = try GrantTerms(options, sources, session)
    var proposals: [GrantProposal] = []
    for operand in options.operands {
      proposals.append(try await GrantProposal.make(for: operand, terms, session.engine))
    }
    try await GrantProposal.accept(
      proposals, isConfirmed: options.has("yes"), command: ["runintent", "grant"] + call.texts + ["--yes"],
      &session)
  }

  private static func remove(
    _ operands: [String], _ sources: [RunSource], _ options: ParsedOptions, _ session: inout Session
  ) throws(Failure) {
    let capabilities = options.values("capability")
    var removed: [Value] = []
    for operand in operands {
      let path = try session.definitionPath(operand)
      var count = 0
      for capability in capabilities.isEmpty ? [nil] : capabilities.map({ Optional($0) }) {
        count += try session.world.store.removeGrants(
          GrantSelection(
            path: path, capability: capability, sources: sources, denialsOnly: options.has("deny")))
      }
      removed.append(.object(["path": .string(path), "count": .integer(count)]))
      if session.settings.isQuiet || session.settings.isJSON { continue }
      let done =
        count == 0
        ? session.text("nothing was recorded")
        : session.text("taken back: ${count}", ["count": .integer(count)])
      session.print("\(session.display(path)): \(done)")
    }
    if session.settings.isJSON {
      session.write(json: .object(["schemaVersion": 1, "removed": .array(removed)]))
    }
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
    if let text = options.value("uses") {
      guard !isDenial else {
        throw Failure(.unexpectedArgument, ["value": "--uses", "command": "grant"])
      }
      guard let count = Int(text), count > 0, text.utf8.first != UInt8(ascii: "+") else {
        throw Failure(
          .valueType, ["name": "--uses", "value": .text(text), "expected": "a whole number above 0"])
      }
      uses = count
    }
  }

  private static let longest = Duration.seconds(100 * 366 * 86_400)

  private static func end(_ text: String, _ clock: World.Clock) throws(Failure) -> WallTime {
    let now = clock.wall()
    if let duration = Duration(text: text), duration > .zero, duration < longest { return now + duration }
    guard let end = MomentText(clock).end(text), now < end else {
      throw Failure(
        .valueType,
        [
          "name": "--until", "value": .text(text),
          "expected": "a length of time such as 30d, or a date to come",
        ])
    }
    return end
  }
}
