internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentPlatform

extension Session {
  /// The rule for polkit that lets the user do it from anywhere; `nil` for one who has no plain name.
  var controlRule: String? {
    Accounts(user: world.machine.caller.user, files: world.files).plainName.map { NMControl.rule(for: $0) }
  }

  /// Says what polkit will refuse to timers, and the rule that allows it; nothing where it does not refuse.
  mutating func warnOfRefusals() async {
    guard let control = await NetworkManagerControl.look(engine), !control.isAllowed else { return }
    warn([Fault(.polkitRefuses, ["command": .text(NetworkManagerControl.ruleCommand)], severity: .warning)])
    if let controlRule, !settings.isQuiet { write(controlRule) }
  }
}
