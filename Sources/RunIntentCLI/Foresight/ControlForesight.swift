internal import IntentCore
internal import IntentHandlers
internal import IntentPlatform

/// Whether timers, and logins over ssh, may have NetworkManager connect and disconnect, as far as that shows before
/// they try.
struct ControlForesight {
  /// What is known of it, the surest first.
  enum Basis {
    /// Root is never refused.
    case root
    /// This is a timer, and NetworkManager was asked.
    case asked
    /// What a timer met when it last tried.
    case tried(WallTime)
    /// Polkit's defaults, which rules that only polkit may read can change.
    case defaults
  }

  var isAllowed: Bool
  var basis: Basis

  /// How many rows of the journal are looked at.
  private static let depth = 200

  /// `nil` where nothing tells.
  static func look(_ session: Session) async -> ControlForesight? {
    if session.world.machine.caller.user == 0 { return ControlForesight(isAllowed: true, basis: .root) }
    let control = NMControl(session.world, session.environment.interruption)
    if session.environment.source() == .timer, let isAllowed = await control.isAllowedHere() {
      return ControlForesight(isAllowed: isAllowed, basis: .asked)
    }
    if let tried = lastTry(session) { return tried }
    return await control.isAllowedByDefault().map { ControlForesight(isAllowed: $0, basis: .defaults) }
  }

  /// The last run of a timer that moved a connection of NetworkManager, or was not let.
  private static func lastTry(_ session: Session) -> ControlForesight? {
    let query = JournalQuery(limit: depth, states: [.finished, .failed])
    for row in (try? session.world.store.runs(query)) ?? [] where row.start.source == .timer {
      guard let end = row.end else { continue }
      if end.code == FaultCode.vpnNotAllowed.id {
        return ControlForesight(isAllowed: false, basis: .tried(end.at))
      }
      let isNetworkManagers = end.effect?.resource.utf8.starts(with: "vpn:nm:".utf8) ?? false
      if row.state == .finished, isNetworkManagers {
        return ControlForesight(isAllowed: true, basis: .tried(end.at))
      }
    }
    return nil
  }
}

extension Session {
  /// The rule for polkit that lets the user do it from anywhere; `nil` for one who has no plain name.
  var controlRule: String? {
    Accounts(user: world.machine.caller.user, files: world.files).plainName.map { NMControl.rule(for: $0) }
  }

  /// The command that puts the rule in its place.
  static let controlCommand = "runintent doctor --polkit-rule | sudo tee \(NMControl.rulePath)"

  /// Says what polkit will refuse to timers, and the rule that allows it; nothing where it does not refuse.
  mutating func foresee() async {
    guard let foresight = await ControlForesight.look(self), !foresight.isAllowed else { return }
    warn([Fault(.polkitRefuses, ["command": .text(Self.controlCommand)], severity: .warning)])
    if let controlRule, !settings.isQuiet { write(controlRule) }
  }
}
