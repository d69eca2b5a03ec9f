package import IntentCore
package import IntentPipeline

/// Two VPN profiles that exist in the store alone: `work`, and `broken`, which has no network.
package struct DemoVPN: VPNProvider {
  static let connectTime = Duration.milliseconds(300)
  static let defaultProfile = "work"

  package init() {}

  package var name: String { "demo" }
  package var isSimulated: Bool { true }

  static let all = [
    VPNProfile(provider: "demo", id: "work", title: "Work VPN", interface: "tun7"),
    VPNProfile(provider: "demo", id: "broken", title: "Broken VPN", interface: "tun8"),
  ]

  package func isInstalled(_ world: World) -> Bool { true }

  package func resources(of profile: String?) -> [String] {
    profile.map { ["vpn:demo:\($0)"] } ?? Self.all.map { "vpn:demo:\($0.id)" }
  }

  package func readings(
    _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> [VPNReading] {
    var all: [VPNReading] = []
    for profile in Self.all { all.append(VPNReading(profile, try status(of: profile, world))) }
    return all
  }

  package func status(
    of profile: VPNProfile, _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> VPNStatus {
    try status(of: profile, world)
  }

  private func status(of profile: VPNProfile, _ world: World) throws(Failure) -> VPNStatus {
    guard let device = try world.store.device(Self.device(profile)) else { return VPNStatus(.disconnected) }
    guard device.state == VPNStatus.State.connected.rawValue else {
      return VPNStatus(.disconnected, since: device.since)
    }
    return VPNStatus(.connected, since: device.since, interface: profile.interface)
  }

  package func connect(
    _ profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> VPNStatus {
    let world = context.world
    context.progress("Connecting \(profile.title)", nil)
    try await world.clock.wait(world.clock.monotonic() + Self.connectTime, context.cancellation)
    if profile.id == "broken" {
      try set(profile, .disconnected, note: FaultCode.vpnNoNetwork.id, world)
      throw Failure(.vpnNoNetwork, ["name": .text(profile.title)])
    }
    try set(profile, .connected, world)
    return try status(of: profile, world)
  }

  package func disconnect(
    _ profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> VPNStatus {
    try set(profile, .disconnected, context.world)
    return try status(of: profile, context.world)
  }

  /// The store tells nobody.
  package func changes(_ world: World, _ notice: @escaping @Sendable (VPNNotice) -> Void) -> VPNWatch {
    VPNWatch(interval: .milliseconds(100))
  }

  /// A simulated tunnel passes no bytes.
  package func counters(of status: VPNStatus, _ world: World) throws(Failure) -> ByteCounters? { nil }

  private static func device(_ profile: VPNProfile) -> String { "vpn:\(profile.id)" }

  private func set(
    _ profile: VPNProfile, _ state: VPNStatus.State, note: String = "", _ world: World
  ) throws(Failure) {
    try world.store.setDevice(
      Self.device(profile), DeviceState(state: state.rawValue, since: world.clock.wall(), note: note))
  }
}
