internal import IntentCore
internal import IntentPipeline

/// The three faces of a VPN: connected, not connected, failed.
struct VPNAnswer {
  let profile: VPNProfile
  let status: VPNStatus
  let isSimulated: Bool
  let clock: World.Clock
  let text: Localizer
  var session: SessionFace?

  func result(changed: Bool? = nil) -> IntentResult {
    let isConnected = status.state == .connected
    var value = members
    if let changed { value["changed"] = .boolean(changed) }
    return IntentResult(
      isConnected ? .done : .neutral,
      symbol: isConnected ? Symbol("checkmark.shield", .green) : Symbol("xmark.shield", .grey),
      dialog: stateText,
      snippet: Snippet([.text(sentences)]), value: .object(value), isSimulated: isSimulated)
  }

  func failure(_ fault: Fault) -> IntentResult {
    var value = members
    value["reason"] = .string(fault.code.rawValue)
    return IntentResult(
      .failed(fault), symbol: Symbol("exclamationmark.triangle", .red),
      dialog: text("${profile} could not connect.", ["profile": .string(title)]),
      snippet: Snippet([.text(reason(fault))]),
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
    members["session"] = session?.value
    return members
  }

  /// The state, and what there is to say of the session.
  var sentences: String {
    guard let session else { return sentence }
    return session.lines(text).reduce(sentence) { "\($0)\n\($1)" }
  }

  /// As in `Work VPN on tun7, since 12:30:05`.
  var sentence: String {
    switch (status.interface, status.since) {
    case (let interface?, let since?):
      text(
        "${profile} on ${interface}, since ${time}",
        [
          "profile": .string(title), "interface": .string(interface), "time": .string(clock.shortText(since)),
        ])
    case (let interface?, nil):
      text("${profile} on ${interface}", ["profile": .string(title), "interface": .string(interface)])
    case (nil, let since?):
      text("${profile}, since ${time}", ["profile": .string(title), "time": .string(clock.shortText(since))])
    case (nil, nil): title
    }
  }

  /// The title as people read it; those of the demo have translations.
  var title: String { text(profile.title) }

  var stateText: String {
    switch status.state {
    case .connected: text("Connected")
    case .connecting: text("Connecting")
    case .disconnected: text("Not connected")
    }
  }

  private func reason(_ fault: Fault) -> String {
    switch fault.code {
    case .vpnNoNetwork: text("There is no network.")
    case .vpnTimedOut: text("It did not come up in time.")
    default: text("The provider gave the reason ${code}.", ["code": .string(fault.code.rawValue)])
    }
  }
}
