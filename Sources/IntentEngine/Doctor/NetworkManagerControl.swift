package import IntentCore
internal import IntentHandlers

/// Whether timers, and logins over ssh, may have NetworkManager connect and disconnect, as far as that shows before
/// they try.
package struct NetworkManagerControl {
  /// What is known of it, the surest first.
  package enum Basis {
    /// Root is never refused.
    case root
    /// This is a timer, and NetworkManager was asked.
    case asked
    /// What a timer met when it last tried.
    case tried(WallTime)
    /// Polkit's defaults, which rules that only polkit may read can change.
    case defaults
  }

  package var isAllowed: Bool
  package var basis: Basis

  /// The command that puts polkit's rule that allows it in its place.
  package static let ruleCommand = "runintent doctor --polkit-rule | sudo tee \(NMControl.rulePath)"

  /// How many rows of the journal are looked at.
  private static let depth = 200

  /// `nil` where nothing tells.
  package static func look(_ engine: Engine) async -> NetworkManagerControl? {
    if engine.world.machine.caller.user == 0 { return NetworkManagerControl(isAllowed: true, basis: .root) }
    let control = NMControl(engine.world, engine.interruption)
    if engine.source() == .timer, let isAllowed = await control.isAllowedHere() {
      return NetworkManagerControl(isAllowed: isAllowed, basis: .asked)
    }
    if let tried = lastTry(engine.world.store) { return tried }
    return await control.isAllowedByDefault().map { NetworkManagerControl(isAllowed: $0, basis: .defaults) }
  }

  /// The last run of a timer that moved a connection of NetworkManager, or was not let.
  private static func lastTry(_ store: any StateStore) -> NetworkManagerControl? {
    let query = JournalQuery(limit: depth, states: [.finished, .failed])
    for row in (try? store.runs(query)) ?? [] where row.start.source == .timer {
      guard let end = row.end else { continue }
      if end.code == FaultCode.vpnNotAllowed.id {
        return NetworkManagerControl(isAllowed: false, basis: .tried(end.at))
      }
      let isNetworkManagers = end.effect?.resource.utf8.starts(with: "vpn:nm:".utf8) ?? false
      if row.state == .finished, isNetworkManagers {
        return NetworkManagerControl(isAllowed: true, basis: .tried(end.at))
      }
    }
    return nil
  }
}
