internal import IntentCore

/// `runintent desktop`: intents among the programs of the desktop.
enum DesktopCommand {
  static let command = Command(
    name: "desktop", usage: "desktop install [ID…] | desktop list | desktop remove [ID…]",
    summary: "Put intents among the programs of the desktop, see them, and take them out.",
    options: verbs.allOptions, run: run)

  static let verbs: [Command] = [DesktopInstall.command, DesktopList.command, DesktopRemove.command]

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    try await command.dispatch(verbs, call, &session)
  }
}
