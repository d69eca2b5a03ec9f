internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentRendering

/// How what grants would record is shown and asked about.
extension GrantProposal {
  /// Shows what would be recorded, asks once, and records it.
  static func accept(
    _ proposals: [GrantProposal], isConfirmed: Bool, command: [String], _ session: inout Session
  ) async throws(Failure) {
    let shown = proposals.map { $0.text(session) }.joined()
    if proposals.allSatisfy(\.capabilities.isEmpty) { return report([], as: shown, &session) }
    if !isConfirmed {
      let question = session.text(proposals.contains(where: \.terms.isDenial) ? "Deny this?" : "Allow this?")
      try session.confirm(
        shown + question, intents: proposals.map(\.intent).joined(separator: ", "), command: command)
    }
    try await session.authenticate(
      for: proposals.map(\.intent), proposals.flatMap { $0.terms.isDenial ? [] : $0.capabilities })
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
