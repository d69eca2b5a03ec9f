internal import IntentCore

/// `runintent shortcut …`: saved calls of intents.
enum ShortcutCommand {
  static let command = Command(
    name: "shortcut", usage: "shortcut add|edit|list|show|remove [NAME] [OPTIONS]",
    summary: "Save calls of intents under names and phrases of one's own.",
    options: verbs.reduce(into: [OptionSpec]()) { options, verb in
      options += verb.options.filter { option in !options.contains { $0.name == option.name } }
    }, run: run)

  /// What can be done, each with its own options.
  static let verbs: [Command] = [
    ShortcutAdd.command, ShortcutEdit.command, ShortcutList.command, ShortcutShow.command,
    ShortcutRemove.command,
  ]

  static var verbNames: [String] {
    verbs.map { String(Substring($0.name.utf8.dropFirst("shortcut ".utf8.count))) }
  }

  @Sendable
  static func run(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    guard let word = words.first, case .operand = Word(word) else {
      throw Failure(
        .missingArgument,
        ["allowed": .list(verbNames), "command": .list(["runintent", "shortcut", "--help"])])
    }
    guard let index = verbNames.firstIndex(where: { $0.utf8.elementsEqual(word.utf8) }) else {
      throw Failure(
        .unknownCommand,
        [
          "name": .text("shortcut \(word)"),
          "suggestion": .text(Suggestion.nearest(to: word, among: verbNames) ?? ""),
        ])
    }
    try await verbs[index].run(Array(words.dropFirst()), leading, &session)
  }
}
