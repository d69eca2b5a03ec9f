internal import IntentCore
internal import IntentPipeline

/// What is said of a VPN: that it is connected, that it is not, or why it failed.
struct VPNAnswer {
  let reading: VPNReading
  let clock: World.Clock
  let text: Localizer
  var traffic: TunnelHistory.Traffic?
  var session: SessionReport?

  var profile: VPNProfile { reading.profile }
  var status: VPNStatus { reading.status }
  private var isSimulated: Bool { profile.isSimulated }

  func result(changed: Bool? = nil) -> IntentResult {
    let isConnected = status.state == .connected
    var value = members
    if let changed { value["changed"] = .boolean(changed) }
    return IntentResult(
      isConnected ? .done : .neutral,
      symbol: isConnected
        ? Symbol("checkmark.shield", .green)
        : Symbol("xmark.shield", status.state == .disconnected ? .grey : .yellow), dialog: stateText,
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
        ["profile": .string(title)]), snippet: Snippet([.text(reason(fault))]), value: .object(value),
      isSimulated: isSimulated)
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
      var counters = traffic.counters.members
      counters["reset"] = .boolean(traffic.wasReset)
      counters["note"] = .string(ByteCounters.note)
      counters["since"] = members["since"]
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
  private var sentence: String {
    var arguments: ValueObject = ["profile": .string(title)]
    arguments["interface"] = status.interface.map { .string($0) }
    arguments["time"] = status.since.map { .string(clock.shortText($0)) }
    return switch (status.interface, status.since) {
    case (.some, .some): text("${profile} on ${interface}, since ${time}", arguments)
    case (.some, nil): text("${profile} on ${interface}", arguments)
    case (nil, .some): text("${profile}, since ${time}", arguments)
    case (nil, nil): title
    }
  }

  /// The title as people read it; those of the demo have translations.
  var title: String { text(profile.title) }

  var stateText: String {
    switch status.state {
    case .connected: text("Connected")
    case .connecting: text("Connecting")
    case .disconnecting: text("Disconnecting")
    case .unknown: text("Not known")
    case .linkDown: text("Not connected, its link is down")
    case .disconnected: text("Not connected")
    case .up: text(status.handshake == .unknown ? "Up, handshake unknown" : "Up, but no handshake")
    }
  }

  private var trafficBlocks: [Snippet.Block] {
    guard let traffic else { return [] }
    let (received, sent) = (traffic.counters.received.bytesText, traffic.counters.sent.bytesText)
    let passed = text(
      "Received ${received}, sent ${sent}: estimate, per interface, not per program.",
      ["received": .string(received), "sent": .string(sent)])
    let reset = traffic.wasReset ? [text("The counters began anew since they were last read.")] : []
    return ([passed] + reset).map { .text($0) }
  }

  private func reason(_ fault: Fault) -> String {
    var words = ValueObject()
    for argument in fault.arguments {
      if case .text(let word) = argument.value { words[argument.name] = .string(word) }
    }
    switch fault.code {
    case .vpnNoNetwork: return text("There is no network.")
    case .vpnTimedOut: return text("It did not come up in time.")
    case .vpnNoPlugin:
      return text("Its plug-in ${plugin} is not installed; ${package} usually brings it.", words)
    case .vpnAuthFailed: return text("The login was refused.")
    case .vpnCertificate: return text("The certificate of the other end is not trusted.")
    case .vpnNotAllowed: return text("You may not start or stop connections from here.")
    case .vpnNoSecrets: return text("A password or a key is missing.")
    case .vpnProviderStopped: return text("The service that drives it stopped.")
    case .vpnPluginFailed: return text("Its plug-in could not do its work.")
    case .vpnBadSettings: return text("The addresses that it got do not fit.")
    case .vpnStopped: return text("Somebody stopped it.")
    case .vpnVanished: return text("The connection or its interface is gone.")
    case .vpnNoHandshake: return text("The other end did not answer.")
    case .vpnFailed: return words["reason"]?.stringValue.map { text($0) } ?? text("It gave no reason.")
    default: return text("The provider gave the reason ${code}.", ["code": .string(fault.code.id)])
    }
  }
}

extension VPNSession {
  /// The answer for what is told of the profile now.
  func answer(
    _ told: (status: VPNStatus, traffic: TunnelHistory.Traffic?), _ text: Localizer
  ) throws(Failure) -> VPNAnswer {
    VPNAnswer(
      reading: VPNReading(profile: profile, status: told.status), clock: world.clock, text: text,
      traffic: told.traffic, session: try report(told.status))
  }
}

extension FaultCode {
  /// Whether a provider says with it why a connection is not up.
  var isVPNReason: Bool { id.utf8.starts(with: "vpn.".utf8) && self != .vpnInterrupted }
}
