internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentPlatform

extension Session {
  /// The rule for polkit that lets the user do it from anywhere; `nil` for one who has no plain name.
  var controlRule: String? {
    Accounts(user: world.machine.caller.user, files: world.files).plainName.map { NMControl.rule(for: $0) }
  }

  /// The command that puts the rule in its place.
  static let controlCommand = "runintent doctor --polkit-rule | sudo tee \(NMControl.rulePath)"

  /// Says what polkit will refuse to timers, and the rule that allows it; nothing where it does not refuse.
  mutating func warnOfRefusals() async {
    guard let control = await NetworkManagerControl.look(engine), !control.isAllowed else { return }
    warn([Fault(.polkitRefuses, ["command": .text(Self.controlCommand)], severity: .warning)])
    if let controlRule, !settings.isQuiet { write(controlRule) }
  }
}
