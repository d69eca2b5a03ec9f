internal import IntentCore

/// What brings tunnels up and down: the demo, NetworkManager, WireGuard, Tailscale.
///
/// Nothing is remembered: each call reads the state anew.
protocol VPNProvider: Provider {
  /// The resources that acting on a profile needs; those of all profiles when none is named.
  func resources(of profile: String?) -> [String]
  /// The files that are run as code when the profile comes up or goes down, absolute.
  func code(of profile: String) -> [String]
  /// Whether the programs that it drives are there.
  func isInstalled(_ world: World) -> Bool
  /// Whether what it drives is there as well, so that it is worth asking although nothing names it.
  func isPresent(_ world: World) -> Bool
  /// The profile of an id, where that can be told without listing.
  func profile(id: String) -> VPNProfile?

  /// Every profile with its status, with as few questions to the provider as will do.
  func readings(_ access: ProviderAccess) async throws(Failure) -> [VPNReading]
  /// The status with all that is known of the tunnel.
  func status(of profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus
  /// Starts the connection and waits until it is up; fails with the provider's reason, or when cancelled, and has
  /// then asked the connection to stop.
  func connect(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus
  /// Stops this connection alone and waits until it is down.
  func disconnect(_ profile: VPNProfile, _ access: ProviderAccess) async throws(Failure) -> VPNStatus
  /// Lets the profile connect by itself, or no longer; answers whether that changed anything, `false` where a
  /// provider knows no such thing or does not let us.
  func setAutoconnect(_ isOn: Bool, of profile: VPNProfile, _ access: ProviderAccess) async throws(Failure)
    -> Bool
  /// Notices whatever may have changed a status, whoever caused it, until the watch is stopped; the status is then to
  /// be read again.
  func changes(_ world: World, _ notice: @escaping @Sendable (VPNNotice) -> Void) -> VPNWatch
}

extension VPNProvider {
  /// The same as `readings`; none where the provider is out of order.
  func readingsIfAvailable(_ access: ProviderAccess) async throws(Failure) -> [VPNReading] {
    do throws(Failure) {
      return try await readings(access)
    } catch  where error.status == .unavailable {
      return []
    }
  }

  func isPresent(_ world: World) -> Bool { isInstalled(world) }
  func code(of profile: String) -> [String] { [] }
  func profile(id: String) -> VPNProfile? { nil }

  /// Real tunnels share routes and name servers, and who toggles without a name may mean any: one at a time.
  func resources(of profile: String?) -> [String] { ["vpn"] }

  func setAutoconnect(_ isOn: Bool, of profile: VPNProfile, _ access: ProviderAccess) async throws(Failure)
    -> Bool
  { false }

  func changes(_ world: World, _ notice: @escaping @Sendable (VPNNotice) -> Void) -> VPNWatch { VPNWatch() }
}

/// A connection that is configured.
struct VPNProfile: Sendable, Equatable {
  var provider: String
  /// The provider's stable id: a UUID, an interface, or the demo's name.
  var id: String
  var title: String
  var interface: String?

  /// The id within all providers, such as `demo:work`.
  var name: String { "\(provider):\(id)" }
  var isSimulated: Bool { provider == "demo" }
  var entity: Entity { Entity(id: name, title: title, names: [id]) }

  /// Why the profile is not as it should be.
  func failure(_ code: FaultCode, _ reason: String = "") -> Failure {
    reason.utf8.isEmpty
      ? Failure(code, ["name": .text(title)])
      : Failure(code, ["name": .text(title), "reason": .text(reason)])
  }
}

/// A profile and its state at one moment.
struct VPNReading: Sendable, Equatable {
  var profile: VPNProfile
  var status: VPNStatus
}

/// The state of a profile, fresh from its provider.
struct VPNStatus: Sendable, Equatable {
  enum State: String, Sendable {
    case disconnected, connecting, connected, disconnecting
    /// The provider has it up, and the kernel has its link down: nothing passes.
    case linkDown = "link-down"
    /// Its provider is gone, or does not answer.
    case unknown
    /// The interface is up, but whether anybody answers at its other end is not shown.
    case up
  }

  /// What WireGuard tells of the other end.
  enum Handshake: String, Sendable { case none, unknown, recent }

  var state: State
  /// When the state began; `nil` when the provider does not know.
  var since: WallTime?
  var interface: String?
  var handshake: Handshake?

  static let disconnected = VPNStatus(state: .disconnected)

  /// The same, with what the kernel says of the link: a tunnel whose interface is down carries nothing, whatever its
  /// provider believes.
  func checked(_ world: World) throws(Failure) -> VPNStatus {
    guard state == .connected || state == .up, let interface,
      let link = try world.machine.interfaces().first(where: {
        $0.name.utf8.elementsEqual(interface.utf8)
      }), !link.isUp
    else { return self }
    return VPNStatus(state: .linkDown, since: since, interface: interface)
  }
}

/// Something that a provider told of its own accord.
enum VPNNotice: Sendable {
  /// Some state may be another now.
  case changed
  /// The profile of this id did not come up, or went down by a fault.
  case failed(id: String, Fault)
}

extension (any ProgramStream)? {
  /// Tells whenever a link of the kernel comes, goes or changes (ip-monitor(8)).
  static func links(_ world: World, _ changed: @escaping @Sendable () -> Void) -> Self {
    ProviderProgram(name: "ip", package: "iproute2")
      .monitor(["-oneline", "monitor", "link"], world, ended: changed) { _ in changed() }
  }
}

/// What looks out for changes.
struct VPNWatch: Sendable {
  /// The programs that tell of them.
  var streams: [any ProgramStream] = []
  /// How often the status is to be read when nothing tells of changes.
  var interval = Duration.seconds(1)
}
