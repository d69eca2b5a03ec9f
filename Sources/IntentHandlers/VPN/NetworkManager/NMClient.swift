internal import IntentCore
internal import IntentPipeline

/// Calls of nmcli(1), each with fields by name.
struct NMClient {
  static let program = ProviderProgram(name: "nmcli", package: "network-manager")

  let world: World
  let cancellation: any Cancellation

  /// How nmcli ends when NetworkManager is not there, and when it knows no such connection (nmcli(1), EXIT STATUS).
  enum Exit {
    static let timedOut: Int32 = 3
    static let notRunning: Int32 = 8
    static let unknown: Int32 = 10
  }

  func run(_ arguments: [String]) async throws(Failure) -> ProcessOutcome {
    try await Self.program.run(
      ["--terse", "--escape", "yes", "--colors", "no"] + arguments, world, cancellation)
  }

  /// The rows that a query prints; fails with `provider.unavailable` when NetworkManager does not answer.
  func rows(_ arguments: [String]) async throws(Failure) -> [[String]] {
    let outcome = try await run(arguments)
    guard outcome.status == 0 else { throw Self.failure(outcome) }
    return NMRows.read(outcome.output)
  }

  static func failure(_ outcome: ProcessOutcome) -> Failure {
    let reason = outcome.status == Exit.notRunning ? "it is not running" : outcome.complaint
    return Failure(.unavailable, ["name": "NetworkManager", "reason": .text(reason)])
  }

  /// Every VPN, WireGuard and tun profile with its status, in one call.
  func readings() async throws(Failure) -> [VPNReading] {
    let rows = try await rows([
      "--fields", "UUID,NAME,TYPE,DEVICE,STATE,FILENAME", "connection", "show",
    ])
    var readings: [VPNReading] = []
    for row in rows where row.count >= 6 {
      guard let kind = Kind(rawValue: row[2]) else { continue }
      // The device of a tunnel that somebody else made has a profile in memory that nobody configured.
      if kind == .tun, row[5].utf8.starts(with: "/run/NetworkManager/".utf8) { continue }
      // Of a VPN by a plug-in the column names the wire beneath.
      let interface = kind == .plugin || row[3].isEmpty ? nil : row[3]
      readings.append(
        VPNReading(
          VPNProfile(provider: "nm", id: row[0], title: row[1], interface: interface),
          VPNStatus(Self.state(row[4]), interface: interface)))
    }
    return readings
  }

  enum Kind: String {
    case plugin = "vpn"
    case wireguard, tun
  }

  static func state(_ word: String) -> VPNStatus.State {
    switch word {
    case "activated": .connected
    case "activating": .connecting
    default: .disconnected
    }
  }

  /// The status of one profile, with the interface of its tunnel; fails with `vpn.vanished` when there is no such
  /// profile any more.
  func status(of profile: VPNProfile) async throws(Failure) -> VPNStatus {
    let outcome = try await run([
      "--fields", "connection.type,GENERAL.STATE,GENERAL.DEVICES,IP4.ADDRESS,IP6.ADDRESS", "connection",
      "show",
      "uuid", profile.id,
    ])
    if outcome.status == Exit.unknown { throw Failure(.vpnVanished, ["name": .text(profile.title)]) }
    guard outcome.status == 0 else { throw Self.failure(outcome) }
    var (type, state, device) = ("", "", "")
    var addresses: [String] = []
    for row in NMRows.read(outcome.output) where row.count >= 2 {
      // Addresses of IPv6 hold colons that are escaped in a value and not parted.
      let value = row.dropFirst().joined(separator: ":")
      switch row[0] {
      case "connection.type": type = value
      case "GENERAL.STATE": state = value
      case "GENERAL.DEVICES": device = value
      case let key where key.utf8.starts(with: "IP".utf8): addresses.append(value)
      default: continue
      }
    }
    let status = Self.state(state)
    guard status != .disconnected else { return VPNStatus(.disconnected) }
    if type == Kind.plugin.rawValue {
      return VPNStatus(status, interface: try interface(holding: addresses))
    }
    return VPNStatus(status, interface: device.isEmpty ? nil : device)
  }

  /// The interface that has one of the tunnel's addresses.
  private func interface(holding addresses: [String]) throws(Failure) -> String? {
    guard !addresses.isEmpty else { return nil }
    let hosts = addresses.map { $0.utf8.prefix { $0 != UInt8(ascii: "/") } }
    return try world.machine.interfaces().first { interface in
      !interface.isLoopback
        && interface.addresses.contains { address in
          let host = address.utf8.prefix { $0 != UInt8(ascii: "/") }
          return hosts.contains { $0.elementsEqual(host) }
        }
    }?.name
  }
}
