internal import IntentCore

/// `runintent shortcut …`: saved calls of intents.
enum ShortcutCommand {
  static let command = Command(
    name: "shortcut", usage: "shortcut add|edit|list|show|remove [NAME] [OPTIONS]",
    summary: "Save calls of intents under names and phrases of one's own.",
    options: verbs.allOptions, run: run)

  /// What can be done, each with its own options.
  static let verbs: [Command] = [
    ShortcutAdd.command, ShortcutEdit.command, ShortcutList.command, ShortcutShow.command,
    ShortcutRemove.command,
  ]

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    try await command.dispatch(verbs, call, &session)
  }
}
