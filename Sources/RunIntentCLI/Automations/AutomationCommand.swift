internal import IntentCore

/// `runintent automation`: intents that run when a schedule says so.
enum AutomationCommand {
  static let command = Command(
    name: "automation", usage: "automation add|list|next|check|install|status|run|remove [ID] [OPTIONS]",
    summary: "Run intents at times: write, check, install and watch automations.",
    options: verbs.reduce(into: [OptionSpec]()) { options, verb in
      options += verb.options.filter { option in !options.contains { $0.name == option.name } }
    }, run: run)

  /// What can be done, each with its own options.
  static let verbs: [Command] = [
    AutomationAdd.command, AutomationList.command, AutomationNext.command, AutomationCheck.command,
    AutomationInstall.command, AutomationStatus.command, AutomationRun.command, AutomationRemove.command,
  ]

  @Sendable
  static func run(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    let names = verbs.map { String(Substring($0.name.utf8.dropFirst("automation ".utf8.count))) }
    guard let word = words.first, case .operand = Word(word) else {
      throw Failure(
        .missingArgument,
        ["allowed": .list(names), "command": .list(["runintent", "automation", "--help"])])
    }
    guard let index = names.firstIndex(where: { $0.utf8.elementsEqual(word.utf8) }) else {
      throw Failure(
        .unknownCommand,
        [
          "name": .text("automation \(word)"),
          "suggestion": .text(Suggestion.nearest(to: word, among: names) ?? ""),
        ])
    }
    try await verbs[index].run(Array(words.dropFirst()), leading, &session)
  }
}
