internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent deny`: forbids a definition what it touches, whatever else was allowed.
enum DenyCommand {
  static let command = Command(
    name: "deny", usage: "deny ID|PATH…|N [--unattended|--for NAME]",
    summary: "Deny an intent what it touches, which beats all that is allowed.", operands: .any,
    options: WordOptions.whose + [WordOptions.only, WordOptions.until], completion: .definitions,
    .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    guard !options.operands.isEmpty else { throw command.missing("ID or PATH") }
    var proposals: [DenyProposal] = []
    if let number = try options.refusal() {
      proposals.append(try await PendingRefusal.find(number, session.engine).denial(session.engine))
    } else {
      for operand in options.operands {
        let named = try options.who()
        let whos = if let named { [named] } else { try everybody(operand, session) }
        let terms = try AllowTerms(options, whos, session)
        proposals.append(try await DenyProposal.make(for: operand, terms, session.engine))
      }
    }
    try accept(proposals, options, &session)
  }

  /// The common ones, and the callers that something was said about.
  private static func everybody(_ operand: String, _ session: Session) throws(Failure) -> [Who] {
    let path = try session.library.definitionPath(operand)
    let known = try session.world.store.standings(of: path).compactMap(\.who)
    return Who.common + known.filter { !Who.common.contains($0) }
  }

  private static func accept(
    _ proposals: [DenyProposal], _ options: ParsedOptions, _ session: inout Session
  ) throws(Failure) {
    let shown = proposals.map { $0.text(session) }.joined()
    if !proposals.allSatisfy(\.capabilities.isEmpty) {
      try session.confirm(
        shown, "Deny this?", intents: proposals.map(\.intent).joined(separator: ", "),
        command: command.confirmed(options), unless: options.has("yes"))
      for proposal in proposals { try proposal.record(session.engine) }
    }
    if session.settings.isJSON {
      session.write(proposals.flatMap { $0.grants(session.engine) })
    } else if options.has("yes") || proposals.allSatisfy(\.capabilities.isEmpty), !session.settings.isQuiet {
      session.write(shown)
    }
  }
}

extension DenyProposal {
  fileprivate func text(_ session: Session) -> String {
    let say = session.text
    let file = session.shown(path)
    if capabilities.isEmpty { return "\(file): \(say("touches nothing outside itself"))\n" }
    let lines = capabilities.map { say.permission($0, "may not ${act}") } + terms.limits(session)
    return session.heading(path, terms.whos) + lines.map { "  \($0)\n" }.joined()
  }
}
