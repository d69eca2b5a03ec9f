internal import IntentCore

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
        return profile.failure(.vpnCertificate)
      }
      return profile.failure(events.hasStopped && code != .vpnAuthFailed ? .vpnProviderStopped : code)
    }
    if events.hasStopped { return profile.failure(.vpnProviderStopped) }
    switch outcome.status {
    case NMClient.Exit.notRunning: return profile.failure(.vpnProviderStopped)
    case NMClient.Exit.timedOut: return profile.failure(.vpnTimedOut)
    case NMClient.Exit.unknown: return profile.failure(.vpnVanished)
    default: break
    }
    if let missing = try await missingPlugin() { return missing }
    if try await client.mayControl() == false { return profile.failure(.vpnNotAllowed) }
    let state = try await client.rows("STATE", of: ["general"]).first?.first ?? ""
    if !state.utf8.starts(with: "connected".utf8) { return profile.failure(.vpnNoNetwork) }
    return profile.failure(.vpnFailed, outcome.complaint)
  }

  /// What is known when the connection did not go down.
  func refusal(_ outcome: ProcessOutcome) async throws(Failure) -> Failure {
    if outcome.status == NMClient.Exit.notRunning { return profile.failure(.vpnProviderStopped) }
    return try await client.mayControl() == false
      ? profile.failure(.vpnNotAllowed) : profile.failure(.vpnFailed, outcome.complaint)
  }

  /// A plug-in brings a file that tells which service it offers, by custom named after the service's last part.
  private func missingPlugin() async throws(Failure) -> Failure? {
    let service = try await client.properties("vpn.service-type", of: profile).first?.value ?? ""
    guard let last = service.utf8.split(separator: UInt8(ascii: ".")).last,
      last.allSatisfy({ $0.isLetterOrDigit || "-_".utf8.contains($0) })
    else { return nil }
    let name = String(Substring(last))
    let files = client.access.world.files
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

  /// Whether a plug-in logged that it does not trust the other end's certificate: OpenSSL's number for that, or the
  /// mark of OpenVPN. NetworkManager has no reason of its own for it.
  private func sawBadCertificate() async -> Bool {
    let since = began.microseconds / 1_000_000
    let journal = ProviderProgram(name: "journalctl", package: "systemd")
    let arguments = [
      "--quiet", "--no-pager", "--output", "cat", "--since", "@\(since)", "--identifier", "nm-openvpn",
      "--identifier", "NetworkManager", "--identifier", "openconnect", "--identifier", "charon-nm",
    ]
    guard let log = try? await journal.run(arguments, client.access).output else { return false }
    return ["error:0A000086", "error:1416F086", "VERIFY ERROR: depth="].contains { log.holds($0) }
  }
}
