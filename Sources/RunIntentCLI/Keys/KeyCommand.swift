internal import IntentCore

/// `runintent key`: keys to single doors that somebody else may use for a while.
enum KeyCommand {
  static let command = Command(
    name: "key", usage: "key share DOOR --to NAME --until TIME [OPTIONS] | key list | key revoke ID…",
    summary: "Give somebody a key to a door for a while, see who has one, and take it back.",
    options: verbs.allOptions, run: run)

  static let verbs: [Command] = [KeyShare.command, KeyList.command, KeyRevoke.command]

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    try await command.dispatch(verbs, call, &session)
  }
}
