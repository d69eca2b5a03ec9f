internal import IntentCore
internal import IntentPipeline

/// The three faces of a VPN: connected, not connected, failed.
struct VPNAnswer {
  let profile: VPNProfile
  let status: VPNStatus
  let isSimulated: Bool
  let clock: World.Clock

  func result(changed: Bool? = nil) -> IntentResult {
    let isConnected = status.state == .connected
    var value = members
    if let changed { value["changed"] = .boolean(changed) }
    return IntentResult(
      isConnected ? .done : .neutral,
      symbol: isConnected ? Symbol("checkmark.shield", .green) : Symbol("xmark.shield", .grey),
      dialog: isConnected ? "Connected" : status.state == .connecting ? "Connecting" : "Not connected",
      snippet: Snippet([.text(sentence)]), value: .object(value), isSimulated: isSimulated)
  }

  func failure(_ fault: Fault) -> IntentResult {
    var value = members
    value["reason"] = .string(fault.code.rawValue)
    return IntentResult(
      .failed(fault), symbol: Symbol("exclamationmark.triangle", .red),
      dialog: "\(profile.title) could not connect.", snippet: Snippet([.text(Self.reason(fault))]),
      value: .object(value), isSimulated: isSimulated)
  }

  /// `{state, profile, title, provider, simulated, interface, since}`; the last two when they are known.
  var members: ValueObject {
    var members: ValueObject = [
      "state": .string(status.state.rawValue), "profile": .string(profile.id),
      "title": .string(profile.title), "provider": .string(profile.provider),
      "simulated": .boolean(isSimulated),
    ]
    members["interface"] = status.interface.map { .string($0) }
    members["since"] = status.since.map { .string(clock.rfc3339($0)) }
    return members
  }

  /// As in `Work VPN on tun7, since 12:30:05`.
  var sentence: String {
    let place = status.interface.map { " on \($0)" } ?? ""
    let since = status.since.map { ", since \(clock.shortText($0))" } ?? ""
    return "\(profile.title)\(place)\(since)"
  }

  private static func reason(_ fault: Fault) -> String {
    switch fault.code {
    case .vpnNoNetwork: "There is no network."
    case .vpnTimedOut: "It did not come up in time."
    default: "The provider gave the reason \(fault.code.rawValue)."
    }
  }
}
