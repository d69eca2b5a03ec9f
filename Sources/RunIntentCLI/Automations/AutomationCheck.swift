internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import Schedules

/// `runintent automation check`: everything that is wrong with automations, at once.
enum AutomationCheck {
  static let command = Command(
    name: "automation check", usage: "automation check [ID…]",
    summary: "Find everything that is wrong with automations.",
    options: [OptionSpec("strict", .flag, "Warnings count as errors.")], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let report = DefinitionChecks.report(onAutomations: options.operands, session.engine.library)
    report.write(isStrict: options.has("strict"), &session)
  }
}
