package import IntentCore
package import IntentPipeline

/// What brings tunnels up and down: the demo, NetworkManager, WireGuard, Tailscale.
///
/// Nothing is remembered: each call reads the state anew.
package protocol VPNProvider: Sendable {
  /// The name in capabilities and entity ids, such as `demo` or `nm`.
  var name: String { get }
  var isSimulated: Bool { get }
  /// The resources that acting on a profile needs; those of all profiles when none is named.
  func resources(of profile: String?) -> [String]
  /// The files that are run as code when the profile comes up or goes down, absolute.
  func code(of profile: String) -> [String]
  /// Whether the programs that it drives are there.
  func isInstalled(_ world: World) -> Bool
  /// The profile of an id, where that can be told without listing.
  func profile(id: String) -> VPNProfile?

  /// Every profile with its status, with as few questions to the provider as will do.
  func readings(_ world: World, _ cancellation: any Cancellation) async throws(Failure) -> [VPNReading]
  /// The status with all that is known of the tunnel.
  func status(
    of profile: VPNProfile, _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> VPNStatus
  /// Starts the connection and waits until it is up; fails with the provider's reason, or when cancelled, and has
  /// then asked the connection to stop.
  func connect(_ profile: VPNProfile, _ context: HandlerContext) async throws(Failure) -> VPNStatus
  /// Stops this connection alone and waits until it is down.
  func disconnect(_ profile: VPNProfile, _ context: HandlerContext) async throws(Failure) -> VPNStatus
  /// Lets the profile connect by itself, or no longer; answers whether that changed anything, `false` where a
  /// provider knows no such thing or does not let us.
  func setAutoconnect(
    _ isOn: Bool, of profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> Bool
  /// Notices whatever may have changed a status, whoever caused it, until the watch is stopped; the status is then to
  /// be read again.
  func changes(_ world: World, _ notice: @escaping @Sendable (VPNNotice) -> Void) -> VPNWatch
  /// What passed the tunnel's interface; `nil` when there is none.
  func counters(of status: VPNStatus, _ world: World) throws(Failure) -> ByteCounters?
}

extension VPNProvider {
  package var isSimulated: Bool { false }
  package func code(of profile: String) -> [String] { [] }
  package func profile(id: String) -> VPNProfile? { nil }

  /// Real tunnels share routes and name servers, and who toggles without a name may mean any: one at a time.
  package func resources(of profile: String?) -> [String] { ["vpn"] }

  package func counters(of status: VPNStatus, _ world: World) throws(Failure) -> ByteCounters? {
    guard let interface = status.interface else { return nil }
    return try world.machine.interfaces().first { $0.name.utf8.elementsEqual(interface.utf8) }?.counters
  }
}

extension VPNProvider {
  package func setAutoconnect(
    _ isOn: Bool, of profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> Bool { false }
}

/// A connection that is configured.
package struct VPNProfile: Sendable, Equatable {
  package var provider: String
  /// The provider's stable id: a UUID, an interface, or the demo's name.
  package var id: String
  package var title: String
  package var interface: String?

  package init(provider: String, id: String, title: String, interface: String? = nil) {
    self.provider = provider
    self.id = id
    self.title = title
    self.interface = interface
  }

  /// The id within all providers, such as `demo:work`.
  package var name: String { "\(provider):\(id)" }
  package var isSimulated: Bool { provider == "demo" }
  package var entity: Entity { Entity(id: name, title: title, names: [id]) }
}

/// A profile and its state at one moment.
package struct VPNReading: Sendable, Equatable {
  package var profile: VPNProfile
  package var status: VPNStatus

  package init(_ profile: VPNProfile, _ status: VPNStatus) {
    self.profile = profile
    self.status = status
  }
}

/// The state of a profile, fresh from its provider.
package struct VPNStatus: Sendable, Equatable {
  package enum State: String, Sendable {
    case disconnected, connecting, connected
    /// The interface is up, but whether anybody answers at its other end is not shown.
    case up
  }

  /// What WireGuard tells of the other end.
  package enum Handshake: String, Sendable { case none, unknown, recent }

  package var state: State
  /// When the state began; `nil` when the provider does not know.
  package var since: WallTime?
  package var interface: String?
  package var handshake: Handshake?

  package init(
    _ state: State, since: WallTime? = nil, interface: String? = nil, handshake: Handshake? = nil
  ) {
    self.state = state
    self.since = since
    self.interface = interface
    self.handshake = handshake
  }
}

/// Something that a provider told of its own accord.
package enum VPNNotice: Sendable {
  /// Some state may be another now.
  case changed
  /// The profile of this id did not come up, or went down by a fault.
  case failed(id: String, Fault)
}

/// What looks out for changes.
package struct VPNWatch: Sendable {
  /// The program that tells of them; `nil` where none could be started.
  package var stream: (any ProgramStream)?
  /// How often the status is to be read when nothing tells of changes.
  package var interval: Duration

  package init(stream: (any ProgramStream)? = nil, interval: Duration = .seconds(1)) {
    self.stream = stream
    self.interval = interval
  }
}
