internal import IntentCore

/// Two VPN profiles that exist in the store alone: `work`, and `broken`, which has no network.
struct DemoVPN: VPNProvider {
  static let connectTime = Duration.milliseconds(300)
  static let defaultProfile = "work"
  static let all = [
    VPNProfile(provider: "demo", id: "work", title: "Work VPN", interface: "tun7"),
    VPNProfile(provider: "demo", id: "broken", title: "Broken VPN", interface: "tun8"),
  ]

  let name = "demo"
  let isSimulated = true

  func isInstalled(_ world: World) -> Bool { true }

  func resources(of profile: String?) -> [String] {
    (profile.map { [$0] } ?? Self.all.map(\.id)).map { "vpn:demo:\($0)" }
  }

  func readings(_ access: ProviderAccess) async throws(Failure) -> [VPNReading] {
    var all: [VPNReading] = []
    for profile in Self.all {
      all.append(VPNReading(profile: profile, status: try status(of: profile, access)))
    }
    return all
  }

  func status(of profile: VPNProfile, _ access: ProviderAccess) throws(Failure) -> VPNStatus {
    guard let device = try access.world.store.device(Self.device(profile)) else { return .disconnected }
    let isConnected = device.state == VPNStatus.State.connected.rawValue
    return VPNStatus(
      state: isConnected ? .connected : .disconnected, since: device.since,
      interface: isConnected ? profile.interface : nil)
  }

  func connect(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    access.progress("Connecting \(profile.title)", nil)
    try await access.wait(Self.connectTime)
    guard profile.id == "broken" else { return try set(profile, .connected, access) }
    _ = try set(profile, .disconnected, note: FaultCode.vpnNoNetwork.id, access)
    throw profile.failure(.vpnNoNetwork)
  }

  func disconnect(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus {
    try set(profile, .disconnected, access)
  }

  /// The store tells nobody.
  func changes(_ world: World, _ notice: @escaping @Sendable (VPNNotice) -> Void) -> VPNWatch {
    VPNWatch(interval: .milliseconds(100))
  }

  private static func device(_ profile: VPNProfile) -> String { "vpn:\(profile.id)" }

  private func set(
    _ profile: VPNProfile, _ state: VPNStatus.State, note: String = "", _ access: ProviderAccess
  ) throws(Failure) -> VPNStatus {
    let device = DeviceState(state: state.rawValue, since: access.world.clock.wall(), note: note)
    try access.world.store.setDevice(Self.device(profile), device)
    return try status(of: profile, access)
  }
}
