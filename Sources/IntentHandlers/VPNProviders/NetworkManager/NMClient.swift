internal import IntentCore

/// Calls of nmcli(1), each with fields by name.
struct NMClient {
  static let program = ProviderProgram(name: "nmcli", package: "network-manager")

  /// How nmcli ends when NetworkManager is not there, and when it knows no such connection (nmcli(1), EXIT STATUS).
  enum Exit {
    static let timedOut: Int32 = 3
    static let notRunning: Int32 = 8
    static let unknown: Int32 = 10
  }

  private enum Kind: String {
    case plugin = "vpn"
    case wireguard, tun
  }

  let access: ProviderAccess

  func run(_ arguments: [String]) async throws(Failure) -> ProcessOutcome {
    try await Self.program.run(["--terse", "--escape", "yes", "--colors", "no"] + arguments, access)
  }

  /// Brings a connection `up` or `down` and waits for so many seconds.
  func bring(_ profile: VPNProfile, _ direction: String, wait: Int) async throws(Failure) -> ProcessOutcome {
    try await run(["--wait", String(wait), "connection", direction, "uuid", profile.id])
  }

  /// Asks what is answered at once.
  private func ask(_ arguments: [String]) async throws(Failure) -> ProcessOutcome {
    try await access.answered(by: "NetworkManager") { access throws(Failure) in
      try await NMClient(access: access).run(arguments)
    }
  }

  /// The rows that a query prints; fails with `provider.unavailable` when NetworkManager does not answer.
  func rows(_ fields: String, of query: [String]) async throws(Failure) -> [[String]] {
    try Self.rows(of: try await ask(["--fields", fields] + query))
  }

  private static func rows(of outcome: ProcessOutcome) throws(Failure) -> [[String]] {
    if outcome.status == 0 { return NMRows.read(outcome.output) }
    let reason = outcome.status == Exit.notRunning ? "it is not running" : outcome.complaint
    throw Failure(.unavailable, ["name": "NetworkManager", "reason": .text(reason)])
  }

  /// Properties of a profile, in the order of the fields; fails with `vpn.vanished` when there is no such profile any
  /// more.
  func properties(
    _ fields: String, of profile: VPNProfile
  ) async throws(Failure) -> [(name: String, value: String)] {
    let outcome = try await ask(["--fields", fields, "connection", "show", "uuid", profile.id])
    if outcome.status == Exit.unknown { throw profile.failure(.vpnVanished) }
    // Addresses of IPv6 hold colons that are escaped in a value and not parted.
    return try Self.rows(of: outcome).filter { $0.count >= 2 }
      .map { ($0[0], $0.dropFirst().joined(separator: ":")) }
  }

  /// Every VPN, WireGuard and tun profile with its status, in one call.
  func readings() async throws(Failure) -> [VPNReading] {
    let rows = try await rows("UUID,NAME,TYPE,DEVICE,STATE,FILENAME", of: ["connection", "show"])
    if rows.isEmpty { try await requireAnswer() }
    var readings: [VPNReading] = []
    for row in rows {
      guard row.count >= 6, let kind = Kind(rawValue: row[2]) else { continue }
      // The device of a tunnel that somebody else made has a profile in memory that nobody configured.
      if kind == .tun, row[5].utf8.starts(with: "/run/NetworkManager/".utf8) { continue }
      // Of a VPN by a plug-in the column names the wire beneath.
      let interface = kind == .plugin || row[3].isEmpty ? nil : row[3]
      let profile = VPNProfile(provider: "nm", id: row[0], title: row[1], interface: interface)
      let status = VPNStatus(state: Self.state(row[4]), interface: interface)
      let isHidden = kind == .plugin && status.state == .connected
      readings.append(
        VPNReading(
          profile: profile,
          status: isHidden ? try await self.status(of: profile) : try status.checked(access.world)))
    }
    return readings
  }

  /// nmcli ends well and prints nothing for a NetworkManager that has not answered it.
  private func requireAnswer() async throws(Failure) {
    let running = try await rows("RUNNING", of: ["general"]).first?.first
    guard running.map({ $0.utf8.elementsEqual("running".utf8) }) ?? false else {
      throw Failure(.unavailable, ["name": "NetworkManager", "reason": "it is not running"])
    }
  }

  private static func state(_ word: String) -> VPNStatus.State {
    switch word {
    case "activated": .connected
    case "activating": .connecting
    case "deactivating": .disconnecting
    default: .disconnected
    }
  }

  /// The status of one profile, with the interface of its tunnel; fails with `vpn.vanished` when there is no such
  /// profile any more.
  func status(of profile: VPNProfile) async throws(Failure) -> VPNStatus {
    var (type, state, device) = ("", "", "")
    var addresses: [String] = []
    let fields = "connection.type,GENERAL.STATE,GENERAL.DEVICES,IP4.ADDRESS,IP6.ADDRESS"
    for (name, value) in try await properties(fields, of: profile) {
      switch name {
      case "connection.type": type = value
      case "GENERAL.STATE": state = value
      case "GENERAL.DEVICES": device = value
      default: addresses.append(value)
      }
    }
    let status = Self.state(state)
    guard status != .disconnected else { return .disconnected }
    let interface =
      if type == Kind.plugin.rawValue { try interface(holding: addresses) } else {
        device.isEmpty ? nil : device
      }
    return try VPNStatus(state: status, interface: interface).checked(access.world)
  }

  /// The interface that has one of the tunnel's addresses.
  private func interface(holding addresses: [String]) throws(Failure) -> String? {
    func host(_ address: String) -> Substring.UTF8View { address.utf8.prefix { $0 != UInt8(ascii: "/") } }
    return try access.world.machine.interfaces().first { interface in
      !interface.isLoopback
        && interface.addresses.contains { own in addresses.contains { host($0).elementsEqual(host(own)) } }
    }?.name
  }

  /// Whether polkit lets this process start and stop connections; `nil` where NetworkManager has no word of it.
  func mayControl() async throws(Failure) -> Bool? {
    let rows = try await rows("PERMISSION,VALUE", of: ["general", "permissions"])
    let row = rows.first { $0.first?.utf8.elementsEqual(NMControl.action.utf8) ?? false }
    return row?.last.map { $0.utf8.elementsEqual("yes".utf8) }
  }
}

/// Reads what `nmcli --terse --escape yes` prints: a row a line, its fields parted by colons, in which a backslash
/// keeps the next character from meaning anything.
enum NMRows {
  static func read(_ output: [UInt8]) -> [[String]] {
    output.split(separator: UInt8(ascii: "\n")).map(fields)
  }

  private static func fields(_ line: ArraySlice<UInt8>) -> [String] {
    var fields: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in line {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if !isEscaped, byte == UInt8(ascii: ":") {
        fields.append([])
      } else {
        fields[fields.count - 1].append(byte)
        isEscaped = false
      }
    }
    return fields.map { String(decoding: $0, as: UTF8.self) }
  }
}
