internal import IntentCore
internal import IntentPipeline

/// The three faces of a VPN: connected, not connected, failed.
struct VPNAnswer {
  let profile: VPNProfile
  let status: VPNStatus
  let clock: World.Clock
  let text: Localizer
  var traffic: TunnelHistory.Traffic?
  var session: SessionFace?

  init(
    _ profile: VPNProfile, _ status: VPNStatus, _ clock: World.Clock, _ text: Localizer,
    traffic: TunnelHistory.Traffic? = nil, session: SessionFace? = nil
  ) {
    self.session = session
    self.profile = profile
    self.status = status
    self.clock = clock
    self.text = text
    self.traffic = traffic
  }

  private var isSimulated: Bool { profile.isSimulated }

  func result(changed: Bool? = nil) -> IntentResult {
    let isConnected = status.state == .connected
    var value = members
    if let changed { value["changed"] = .boolean(changed) }
    return IntentResult(
      isConnected ? .done : .neutral,
      symbol: isConnected
        ? Symbol("checkmark.shield", .green)
        : Symbol("xmark.shield", status.state == .disconnected ? .grey : .yellow),
      dialog: stateText,
      snippet: Snippet([.text(sentences(joined: "\n"))] + trafficBlocks), value: .object(value),
      isSimulated: isSimulated)
  }

  func failure(_ fault: Fault, stopping isStopping: Bool = false) -> IntentResult {
    var value = members
    value["reason"] = .string(fault.code.id)
    return IntentResult(
      .failed(fault), symbol: Symbol("exclamationmark.triangle", .red),
      dialog: text(
        isStopping ? "${profile} could not be stopped." : "${profile} could not connect.",
        ["profile": .string(title)]),
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
    members["handshake"] = status.handshake.map { .string($0.rawValue) }
    if let traffic {
      var counters: ValueObject = [
        "received": .integer(traffic.counters.received.clamped),
        "sent": .integer(traffic.counters.sent.clamped), "reset": .boolean(traffic.wasReset),
        "note": .string(InterfaceFacts.counterNote),
      ]
      counters["since"] = status.since.map { .string(clock.rfc3339($0)) }
      members["counters"] = .object(counters)
    }
    return members
  }

  /// The state, and what there is to say of the session.
  func sentences(joined separator: String) -> String {
    guard let session else { return sentence }
    return session.lines(text).reduce(sentence) { "\($0)\(separator)\($1)" }
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
    case .up: text(status.handshake == .unknown ? "Up, handshake unknown" : "Up, but no handshake")
    }
  }

  private var trafficBlocks: [Snippet.Block] {
    guard let traffic else { return [] }
    var blocks: [Snippet.Block] = [
      .text(
        text(
          "Received ${received}, sent ${sent}: estimate, per interface, not per program.",
          [
            "received": .string(traffic.counters.received.bytesText),
            "sent": .string(traffic.counters.sent.bytesText),
          ]))
    ]
    if traffic.wasReset { blocks.append(.text(text("The counters began anew since they were last read."))) }
    return blocks
  }

  private func reason(_ fault: Fault) -> String {
    switch fault.code {
    case .vpnNoNetwork: text("There is no network.")
    case .vpnTimedOut: text("It did not come up in time.")
    case .vpnNoPlugin:
      text("Its plug-in ${plugin} is not installed; ${package} usually brings it.", words(of: fault))
    case .vpnAuthFailed: text("The login was refused.")
    case .vpnCertificate: text("The certificate of the other end is not trusted.")
    case .vpnNotAllowed: text("You may not start or stop connections from here.")
    case .vpnNoSecrets: text("A password or a key is missing.")
    case .vpnProviderStopped: text("The service that drives it stopped.")
    case .vpnPluginFailed: text("Its plug-in could not do its work.")
    case .vpnBadSettings: text("The addresses that it got do not fit.")
    case .vpnStopped: text("Somebody stopped it.")
    case .vpnVanished: text("The connection or its interface is gone.")
    case .vpnNoHandshake: text("The other end did not answer.")
    case .vpnFailed:
      if case .text(let reason)? = fault["reason"], !reason.isEmpty {
        reason
      } else {
        text("It gave no reason.")
      }
    default: text("The provider gave the reason ${code}.", ["code": .string(fault.code.id)])
    }
  }

  private func words(of fault: Fault) -> ValueObject {
    var words = ValueObject()
    for argument in fault.arguments {
      if case .text(let word) = argument.value { words[argument.name] = .string(word) }
    }
    return words
  }
}

extension FaultCode {
  /// Whether a provider says with it why a connection is not up.
  var isVPNReason: Bool { id.utf8.starts(with: "vpn.".utf8) && self != .vpnInterrupted }
}
