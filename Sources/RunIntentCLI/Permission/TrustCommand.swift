internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent trust`: records the user's word on a definition's exact bytes and on what it touches.
enum TrustCommand {
  static let command = Command(
    name: "trust", usage: "trust [--remove] ID|PATH…",
    summary: "Allow a definition, as it is now, to touch what it names.", operands: .any,
    options: [
      OptionSpec(
        "source", .value("terminal|script|timer|automation"), "From where it may run; repeat for more.",
        repeats: true),
      OptionSpec("remove", .flag, "Take trust and grants back."),
      OptionSpec("list", .flag, "Show what is trusted."),
    ], completion: .definitions, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    if options.has("list") { return try list(&session) }
    guard !options.operands.isEmpty else { throw command.missing("ID or PATH") }
    if options.has("remove") { return try remove(options.operands, &session) }
    let named = try options.sources()
    let sources = named.isEmpty ? session.engine.customarySources : named
    var proposals: [TrustProposal] = []
    for operand in options.operands {
      proposals.append(try await TrustProposal.make(for: operand, sources: sources, session.engine))
    }
    try await TrustProposal.accept(proposals, isConfirmed: options.has("yes"), &session)
  }

  private static func remove(_ operands: [String], _ session: inout Session) throws(Failure) {
    var removed: [Value] = []
    for operand in operands {
      let path = try session.library.definitionPath(operand)
      let wasTrusted = try session.world.store.removeTrust(of: path)
      removed.append(.object(["path": .string(path), "wasTrusted": .boolean(wasTrusted)]))
      if session.settings.isJSON { continue }
      session.note(session.display(path), session.text(wasTrusted ? "no longer trusted" : "was not trusted"))
    }
    if session.settings.isJSON { session.write(json: ["removed": .array(removed)]) }
  }

  private static func list(_ session: inout Session) throws(Failure) {
    let all = try session.world.store.standings()
    let standings = all.compactMap { standing -> Standing? in
      guard standing.trust != nil else { return nil }
      return Standing(trust: standing.trust, grants: standing.grants.filter { !$0.isDenial })
    }
    let roots = session.library.rootsDefinitions.filter { path in
      !standings.contains { $0.trust?.path.utf8.elementsEqual(path.utf8) ?? false }
    }
    if session.settings.isJSON {
      session.write(json: [
        "trusted": .array(standings.compactMap { $0.trust?.json(with: $0.grants) }), "roots": Value(roots),
      ])
      return
    }
    var columns = Columns(plain: 3, style: session.style())
    for standing in standings {
      var rows: [(capability: String, sources: [String])] = []
      for grant in standing.grants {
        if let index = rows.firstIndex(where: { $0.capability == grant.capability }) {
          rows[index].sources.append(grant.source.text)
        } else {
          rows.append((grant.capability, [grant.source.text]))
        }
      }
      let path = session.display(standing.trust?.path ?? "")
      for row in rows { columns.append([path, row.capability, row.sources.joined(separator: ", ")]) }
    }
    for path in roots {
      columns.append([session.display(path), session.text("root's own, which needs no record"), ""])
    }
    session.write(columns)
  }
}
