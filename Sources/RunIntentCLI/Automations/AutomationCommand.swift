internal import IntentCore

/// `runintent automation`: intents that run when a schedule says so.
enum AutomationCommand {
  static let command = Command(
    name: "automation", usage: "automation add|list|next|check|install|status|run|remove [ID] [OPTIONS]",
    summary: "Run intents at times: write, check, install and watch automations.",
    options: verbs.allOptions, run: run)

  /// What can be done, each with its own options.
  static let verbs: [Command] = [
    AutomationAdd.command, AutomationList.command, AutomationNext.command, AutomationCheck.command,
    AutomationInstall.command, AutomationStatus.command, AutomationRun.command, AutomationRemove.command,
  ]

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    try await command.dispatch(verbs, call, &session)
  }
}
