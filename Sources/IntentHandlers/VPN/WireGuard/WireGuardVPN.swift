package import IntentCore
package import IntentPipeline

/// The interfaces that `/etc/wireguard` configures, driven by wg-quick.
///
/// An interface is only connected when its other end answered lately: WireGuard has no other notion of it.
package struct WireGuardVPN: VPNProvider {
  static let folder = "/etc/wireguard"
  /// A handshake lasts that long (REJECT_AFTER_TIME of the protocol).
  static let handshakeLife = 180
  /// How long the other end may take to answer.
  static let patience = Duration.seconds(10)

  static let wg = ProviderProgram(name: "wg", package: "wireguard-tools")
  static let quick = ProviderProgram(name: "wg-quick", package: "wireguard-tools")

  package init() {}

  package var name: String { "wg" }

  package func isInstalled(_ world: World) -> Bool { Self.quick.path(world) != nil }

  /// wg-quick evaluates PostUp and its like as root.
  package func code(of profile: String) -> [String] {
    Self.isInterfaceName(profile) ? [Self.path(profile)] : []
  }

  package func profile(id: String) -> VPNProfile? {
    Self.isInterfaceName(id) ? VPNProfile(provider: name, id: id, title: id, interface: id) : nil
  }

  private static func path(_ profile: String) -> String { "\(folder)/\(profile).conf" }

  /// `[A-Za-z0-9_=+.-]{1,15}`, as wg-quick wants it, and no option.
  static func isInterfaceName(_ text: String) -> Bool {
    let bytes = text.utf8
    return (1...15).contains(bytes.count) && bytes.first != UInt8(ascii: "-") && text != "." && text != ".."
      && bytes.allSatisfy {
        $0.isPlainNameByte || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: ".")
      }
  }

  package func readings(
    _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> [VPNReading] {
    var readings: [VPNReading] = []
    for file in (world.files.names(Self.folder) ?? []).sorted() {
      guard file.utf8.count > 5, file.utf8.suffix(5).elementsEqual(".conf".utf8),
        let profile = profile(id: String(decoding: file.utf8.dropLast(5), as: UTF8.self))
      else { continue }
      readings.append(VPNReading(profile, try await status(of: profile, world, cancellation)))
    }
    return readings
  }

  package func status(
    of profile: VPNProfile, _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> VPNStatus {
    let interfaces = try world.machine.interfaces()
    guard interfaces.contains(where: { $0.name.utf8.elementsEqual(profile.id.utf8) }) else {
      return VPNStatus(.disconnected)
    }
    guard let handshakes = try await numbers("latest-handshakes", of: profile, world, cancellation) else {
      return VPNStatus(.up, interface: profile.id, handshake: .unknown)
    }
    let now = world.clock.wall().microseconds / 1_000_000
    let isRecent = handshakes.contains { $0 > 0 && now - $0 <= Self.handshakeLife }
    return VPNStatus(
      isRecent ? .connected : .up, interface: profile.id,
      handshake: isRecent ? .recent : VPNStatus.Handshake.none)
  }

  /// A number for each peer, 0 for none; `nil` without the right to ask.
  private func numbers(
    _ field: String, of profile: VPNProfile, _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> [Int]? {
    let outcome = try await Self.wg.run(["show", profile.id, field], world, cancellation)
    guard outcome.status == 0 else { return nil }
    return outcome.output.split(separator: UInt8(ascii: "\n")).map { line in
      let word = line.split(separator: UInt8(ascii: "\t")).last ?? []
      return Int(String(decoding: word, as: UTF8.self)) ?? 0
    }
  }

  package func connect(
    _ profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> VPNStatus {
    let before = try await status(of: profile, context.world, context.cancellation)
    if before.state == .disconnected { try await quick("up", profile, context, context.cancellation) }
    do throws(Failure) {
      let status = try await answered(profile, context)
      if status.state == .up, status.handshake == VPNStatus.Handshake.none,
        try await mustAnswer(profile, context)
      {
        throw Failure(.vpnNoHandshake, ["name": .text(profile.title)])
      }
      return status
    } catch {
      // What did not come up is not left lying in the way of everything.
      if before.state == .disconnected { try await quick("down", profile, context, Uncancelled()) }
      throw error
    }
  }

  /// Waits until the other end has answered, or its time for that is over.
  private func answered(
    _ profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> VPNStatus {
    let world = context.world
    let end = world.clock.monotonic() + Self.patience
    while true {
      let status = try await status(of: profile, world, context.cancellation)
      let now = world.clock.monotonic()
      if status.state != .up || status.handshake == .unknown || now >= end { return status }
      if try await !mustAnswer(profile, context) { return status }
      try await world.clock.wait(now + .milliseconds(100), context.cancellation)
    }
  }

  /// Without a keepalive nothing is sent, so nothing is answered, before somebody uses the tunnel.
  private func mustAnswer(_ profile: VPNProfile, _ context: HandlerContext) async throws(Failure) -> Bool {
    let seconds = try await numbers("persistent-keepalive", of: profile, context.world, context.cancellation)
    return seconds?.contains { $0 > 0 } ?? false
  }

  package func disconnect(
    _ profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> VPNStatus {
    try await quick("down", profile, context, context.cancellation)
    return try await status(of: profile, context.world, context.cancellation)
  }

  /// wg-quick would ask sudo for what it may not do, so it is not started then.
  private func quick(
    _ verb: String, _ profile: VPNProfile, _ context: HandlerContext, _ cancellation: any Cancellation
  ) async throws(Failure) {
    let world = context.world
    guard world.machine.caller.user == 0 else {
      throw Failure(.vpnNotAllowed, ["name": .text(profile.title)])
    }
    let path = Self.path(profile.id)
    guard let facts = world.files.facts(path) else {
      throw Failure(.vpnVanished, ["name": .text(profile.title)])
    }
    guard facts.isRootsAlone else {
      throw Failure(.fileWritable, ["path": .text(path), "name": .text(path)])
    }
    var request = try Self.quick.request([verb, profile.id], world)
    request.leavesDaemons = true
    let outcome = try await world.processes.run(request, cancellation)
    let isUp = try world.machine.interfaces().contains { $0.name.utf8.elementsEqual(profile.id.utf8) }
    guard isUp == (verb == "up") else {
      let last = outcome.errors.split(separator: UInt8(ascii: "\n")).last ?? []
      throw Failure(
        .vpnFailed,
        ["name": .text(profile.title), "reason": .text(String(decoding: last, as: UTF8.self))])
    }
  }

  /// The kernel tells of links that come and go, but of no handshake.
  package func changes(_ world: World, _ notice: @escaping @Sendable (VPNNotice) -> Void) -> VPNWatch {
    let program = ProviderProgram(name: "ip", package: "iproute2")
    let stream = try? world.processes.stream(program.request(["-oneline", "monitor", "link"], world)) {
      event in
      if case .line = event { notice(.changed) }
    }
    return VPNWatch(stream: stream, interval: .seconds(1))
  }
}
