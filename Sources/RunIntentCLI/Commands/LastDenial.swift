internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent grant --last`: shows what the journal says was refused last, and allows it from there.
enum LastDenial {
  static func repair(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    if let extra = options.operands.first {
      throw Failure(.unexpectedArgument, ["value": .text(extra), "command": "grant"])
    }
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
      // The whole need, as a question at the run would cover it.
      let terms = GrantTerms(sources: [start.source])
      let proposal = try await GrantProposal.make(for: start.path, terms, session.engine)
      try await GrantProposal.accept([proposal], isConfirmed: isConfirmed, command: command, &session)
    default:
      throw Failure(
        .denialUnrepairable, ["intent": .text(start.intent), "reason": .text(start.rule)])
    }
  }
}
