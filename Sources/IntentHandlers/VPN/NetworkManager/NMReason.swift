internal import IntentCore
internal import IntentPipeline

/// Why NetworkManager ended a connection (NMActiveConnectionStateReason; a VPN's numbers are the same).
enum NMReason {
  static func code(_ number: Int) -> FaultCode {
    switch number {
    case 2: .vpnStopped
    case 3, 12: .vpnNoNetwork
    case 4, 7, 8: .vpnPluginFailed
    case 5: .vpnBadSettings
    case 6: .vpnTimedOut
    case 9: .vpnNoSecrets
    case 10: .vpnAuthFailed
    case 11, 14: .vpnVanished
    default: .vpnFailed
    }
  }
}

/// Finds out why a connection did not come up: by the bus, by how nmcli ended, and by asking what could stand in the
/// way. The words that nmcli prints are shown where nothing else is known, and never looked at.
struct NMDiagnosis {
  let profile: VPNProfile
  let client: NMClient
  /// When the attempt began.
  let began: WallTime

  func failure(_ outcome: ProcessOutcome, _ events: NMEvents) async throws(Failure) -> Failure {
    if let code = events.code(of: profile.id) {
      if [.vpnTimedOut, .vpnFailed, .vpnPluginFailed].contains(code), await sawBadCertificate() {
        return failure(.vpnCertificate)
      }
      if events.hasStopped, code != .vpnAuthFailed { return failure(.vpnProviderStopped) }
      return failure(code)
    }
    if events.hasStopped || outcome.status == NMClient.Exit.notRunning {
      return failure(.vpnProviderStopped)
    }
    switch outcome.status {
    case NMClient.Exit.timedOut: return failure(.vpnTimedOut)
    case NMClient.Exit.unknown: return failure(.vpnVanished)
    default: break
    }
    if let missing = try await missingPlugin() { return missing }
    if try await client.mayControl() == false { return failure(.vpnNotAllowed) }
    if try await !hasNetwork() { return failure(.vpnNoNetwork) }
    return failure(.vpnFailed, reason: outcome.complaint)
  }

  /// What is known when the connection did not go down.
  func refusal(_ outcome: ProcessOutcome) async throws(Failure) -> Failure {
    if outcome.status == NMClient.Exit.notRunning { return failure(.vpnProviderStopped) }
    return try await client.mayControl() == false
      ? failure(.vpnNotAllowed) : failure(.vpnFailed, reason: outcome.complaint)
  }

  private func failure(_ code: FaultCode, reason: String = "") -> Failure {
    reason.isEmpty
      ? Failure(code, ["name": .text(profile.title)])
      : Failure(code, ["name": .text(profile.title), "reason": .text(reason)])
  }

  /// A plug-in brings a file that tells which service it offers, by custom named after the service's last part.
  private func missingPlugin() async throws(Failure) -> Failure? {
    let rows = try await client.rows([
      "--fields", "vpn.service-type", "connection", "show", "uuid", profile.id,
    ])
    guard let service = rows.first(where: { $0.first == "vpn.service-type" })?.last, !service.isEmpty else {
      return nil
    }
    let name = service.utf8.split(separator: UInt8(ascii: ".")).last.map { String(Substring($0)) } ?? service
    guard name.utf8.allSatisfy(\.isPlainNameByte) else { return nil }
    let files = client.world.files
    for folder in ["/usr/lib/NetworkManager/VPN", "/etc/NetworkManager/VPN"] {
      if files.facts("\(folder)/nm-\(name)-service.name") != nil { return nil }
      for file in files.names(folder) ?? [] {
        if files.read("\(folder)/\(file)", 1 << 16)?.holds("service=\(service)\n") ?? false { return nil }
      }
    }
    return Failure(
      .vpnNoPlugin,
      ["name": .text(profile.title), "plugin": .text(name), "package": .text("network-manager-\(name)")])
  }

  private func hasNetwork() async throws(Failure) -> Bool {
    let state = try await client.rows(["--fields", "STATE", "general"]).first?.first ?? ""
    return state.utf8.starts(with: "connected".utf8)
  }

  /// Whether a plug-in logged that it does not trust the other end's certificate: OpenSSL's number for that, or the
  /// mark of OpenVPN. NetworkManager has no reason of its own for it.
  private func sawBadCertificate() async -> Bool {
    let since = began.microseconds / 1_000_000
    let journal = ProviderProgram(name: "journalctl", package: "systemd")
    let arguments = [
      "--quiet", "--no-pager", "--output", "cat", "--since", "@\(since)", "--identifier", "nm-openvpn",
      "--identifier", "NetworkManager", "--identifier", "openconnect", "--identifier", "charon-nm",
    ]
    guard let log = try? await journal.run(arguments, client.world, client.cancellation).output else {
      return false
    }
    return ["error:0A000086", "error:1416F086", "VERIFY ERROR: depth="].contains { log.holds($0) }
  }
}

extension UInt8 {
  /// A letter, a digit, `-` or `_`.
  var isPlainNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
