internal import IntentCore

/// The interfaces that `/etc/wireguard` configures, driven by wg-quick.
///
/// An interface is only connected when its other end answered lately: WireGuard has no other notion of it.
struct WireGuardVPN: VPNProvider {
  static let folder = "/etc/wireguard"
  /// Seconds that a handshake lasts (REJECT_AFTER_TIME of the protocol).
  static let handshakeLife = 180
  /// Seconds after which there is a new one where something is always sent (REKEY_AFTER_TIME), and some to spare.
  static let renewalLife = 135
  /// How long the other end may take to answer.
  static let patience = Duration.seconds(10)

  static let wg = ProviderProgram(name: "wg", package: "wireguard-tools")
  static let quick = ProviderProgram(name: "wg-quick", package: "wireguard-tools")

  let name = "wg"

  func isInstalled(_ world: World) -> Bool { Self.quick.path(world) != nil }

  /// wg-quick evaluates PostUp and its like as root.
  func code(of profile: String) -> [String] { Self.isInterfaceName(profile) ? [Self.path(profile)] : [] }

  func profile(id: String) -> VPNProfile? {
    Self.isInterfaceName(id) ? VPNProfile(provider: name, id: id, title: id, interface: id) : nil
  }

  private static func path(_ profile: String) -> String { "\(folder)/\(profile).conf" }

  /// `[A-Za-z0-9_=+.-]{1,15}`, as wg-quick wants it, and no option.
  static func isInterfaceName(_ text: String) -> Bool {
    (1...15).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-") && text != "." && text != ".."
      && text.utf8.allSatisfy { $0.isLetterOrDigit || "-_=+.".utf8.contains($0) }
  }

  func readings(_ access: ProviderAccess) async throws(Failure) -> [VPNReading] {
    var readings: [VPNReading] = []
    for file in (access.world.files.names(Self.folder) ?? []).sorted() {
      guard file.utf8.count > 5, file.utf8.suffix(5).elementsEqual(".conf".utf8),
        let profile = profile(id: String(decoding: file.utf8.dropLast(5), as: UTF8.self))
      else { continue }
      readings.append(VPNReading(profile: profile, status: try await status(of: profile, access)))
    }
    return readings
  }

  func status(of profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    guard let link = try link(profile, access) else { return .disconnected }
    guard link.isUp else { return VPNStatus(state: .linkDown, interface: profile.id) }
    guard let peers = try await peers(of: profile, access) else {
      return VPNStatus(state: .up, interface: profile.id, handshake: .unknown)
    }
    let now = access.world.clock.wall().microseconds / 1_000_000
    let isRecent = peers.contains {
      $0.handshake > 0 && now - $0.handshake <= ($0.keepalive > 0 ? Self.renewalLife : Self.handshakeLife)
    }
    return VPNStatus(
      state: isRecent ? .connected : .up, interface: profile.id,
      handshake: isRecent ? .recent : VPNStatus.Handshake.none)
  }

  private func link(_ profile: VPNProfile, _ access: ProviderAccess) throws(Failure) -> NetworkInterface? {
    try access.world.machine.interfaces().first { $0.name.utf8.elementsEqual(profile.id.utf8) }
  }

  /// What the kernel says of the other ends: the seconds of the last handshake and of the keepalive, 0 for none;
  /// `nil` without the right to ask (wg(8), `dump`).
  private func peers(
    of profile: VPNProfile, _ access: ProviderAccess
  ) async throws(Failure) -> [(handshake: Int, keepalive: Int)]? {
    let outcome = try await Self.wg.run(["show", profile.id, "dump"], access)
    guard outcome.status == 0 else { return nil }
    // The first line is of the interface itself.
    return outcome.output.split(separator: UInt8(ascii: "\n")).dropFirst().compactMap { line in
      let fields = line.split(separator: UInt8(ascii: "\t")).map { String(decoding: $0, as: UTF8.self) }
      return fields.count < 8 ? nil : (Int(fields[4]) ?? 0, Int(fields[7]) ?? 0)
    }
  }

  func connect(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    let before = try await status(of: profile, access)
    if before.state == .disconnected { try await quick("up", profile, access) }
    do throws(Failure) {
      let status = try await answered(profile, access)
      if status.state == .up, status.handshake == VPNStatus.Handshake.none,
        try await mustAnswer(profile, access)
      {
        throw profile.failure(.vpnNoHandshake)
      }
      return status
    } catch {
      // What did not come up is not left lying in the way of everything.
      if before.state == .disconnected { try await quick("down", profile, access.uncancelled) }
      throw error
    }
  }

  /// Waits until the other end has answered, or its time for that is over.
  private func answered(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    let end = access.now + Self.patience
    while true {
      let status = try await status(of: profile, access)
      let now = access.now
      if status.state != .up || status.handshake == .unknown || now >= end { return status }
      if try await !mustAnswer(profile, access) { return status }
      try await access.wait(until: now + .milliseconds(100))
    }
  }

  /// Without a keepalive nothing is sent, so nothing is answered, before somebody uses the tunnel.
  private func mustAnswer(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> Bool {
    try await peers(of: profile, access)?.contains { $0.keepalive > 0 } ?? false
  }

  func disconnect(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    try await quick("down", profile, access)
    return try await status(of: profile, access)
  }

  /// wg-quick would ask sudo for what it may not do, so it is not started then.
  private func quick(_ verb: String, _ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) {
    let world = access.world
    guard world.machine.caller.user == 0 else { throw profile.failure(.vpnNotAllowed) }
    let path = Self.path(profile.id)
    guard let facts = world.files.facts(path) else { throw profile.failure(.vpnVanished) }
    guard facts.isRootsAlone else {
      throw Failure(.fileWritable, ["path": .text(path), "name": .text(path)])
    }
    var request = try Self.quick.request([verb, profile.id], world)
    request.leavesDaemons = true
    let outcome = try await world.processes.run(request, access.cancellation)
    guard try (link(profile, access) != nil) == (verb == "up") else {
      let last = outcome.errors.split(separator: UInt8(ascii: "\n")).last ?? []
      throw profile.failure(.vpnFailed, String(decoding: last, as: UTF8.self))
    }
  }

  /// The kernel tells of links that come and go, but of no handshake.
  func changes(_ world: World, _ notice: @escaping @Sendable (VPNNotice) -> Void) -> VPNWatch {
    VPNWatch(streams: [.links(world) { notice(.changed) }].compactMap(\.self))
  }
}
