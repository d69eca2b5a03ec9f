package import IntentCore
package import IntentPipeline

/// Two VPN profiles that exist in the store alone: `work`, and `broken`, which has no network.
package struct DemoVPN: VPNProvider {
  static let connectTime = Duration.milliseconds(300)

  package init() {}

  package var name: String { "demo" }
  package var isSimulated: Bool { true }
  package var defaultProfile: String { "work" }

  static let all = [
    VPNProfile(provider: "demo", id: "work", title: "Work VPN", interface: "tun7"),
    VPNProfile(provider: "demo", id: "broken", title: "Broken VPN", interface: "tun8"),
  ]

  package func resources(of profile: String?) -> [String] {
    profile.map { ["vpn:demo:\($0)"] } ?? Self.all.map { "vpn:demo:\($0.id)" }
  }

  package func profiles(_ world: World) async throws(Failure) -> [VPNProfile] { Self.all }

  package func status(of profile: VPNProfile, _ world: World) async throws(Failure) -> VPNStatus {
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
      try set(profile, .disconnected, note: FaultCode.vpnNoNetwork.rawValue, world)
      throw Failure(.vpnNoNetwork, ["name": .text(profile.title)])
    }
    try set(profile, .connected, world)
    return try await status(of: profile, world)
  }

  package func disconnect(
    _ profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> VPNStatus {
    try set(profile, .disconnected, context.world)
    return try await status(of: profile, context.world)
  }

  package func changes(
    of profile: VPNProfile, _ context: HandlerContext, report: @Sendable (VPNStatus) -> Void
  ) async throws(Failure) {
    var last: VPNStatus?
    while true {
      let status = try await status(of: profile, context.world)
      if status != last { report(status) }
      last = status
      let clock = context.world.clock
      try await clock.wait(clock.monotonic() + .seconds(1), context.cancellation)
    }
  }

  /// A simulated tunnel passes no bytes.
  package func counters(of profile: VPNProfile, _ world: World) async throws(Failure) -> ByteCounters? {
    nil
  }

  private static func device(_ profile: VPNProfile) -> String { "vpn:\(profile.id)" }

  private func set(
    _ profile: VPNProfile, _ state: VPNStatus.State, note: String = "", _ world: World
  ) throws(Failure) {
    try world.store.setDevice(
      Self.device(profile), DeviceState(state: state.rawValue, since: world.clock.wall(), note: note))
  }
}
