internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent allow`: records the user's word on a definition's exact bytes and on what it touches.
enum AllowCommand {
  static let command = Command(
    name: "allow", usage: "allow ID|PATH…|N [--unattended|--for NAME]",
    summary: "Allow an intent, as it is now, what it touches; N decides what is pending.", operands: .any,
    options: WordOptions.whose + [
      WordOptions.only, WordOptions.until, WordOptions.times,
      OptionSpec("list", .flag, "Show all that was allowed and denied."),
    ], completion: .definitions, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    if options.has("list") { return try WordList.show(options.operands, &session) }
    guard !options.operands.isEmpty else { throw command.missing("ID or PATH") }
    var proposals: [AllowProposal] = []
    if let number = try options.refusal() {
      proposals.append(try await PendingRefusal.find(number, session.engine).allowance(session.engine))
    } else {
      let whos = try options.who().map { [$0] } ?? session.engine.customaryWhos
      let terms = try AllowTerms(options, whos, session)
      for operand in options.operands {
        proposals.append(try await AllowProposal.make(for: operand, terms, session.engine))
      }
    }
    try await AllowProposal.accept(
      proposals, isConfirmed: options.has("yes"), command: command.confirmed(options), &session)
  }
}
