package import IntentCore
package import IntentPipeline

/// What brings tunnels up and down: the demo now, NetworkManager or WireGuard later.
///
/// Nothing is remembered: each call reads the state anew.
package protocol VPNProvider: Sendable {
  /// The name in capabilities and entity ids, such as `demo`.
  var name: String { get }
  var isSimulated: Bool { get }
  /// The id of the profile that is meant when nobody names one.
  var defaultProfile: String { get }
  /// The resources that acting on a profile needs; those of all profiles when none is named.
  func resources(of profile: String?) -> [String]

  func profiles(_ world: World) async throws(Failure) -> [VPNProfile]
  func status(of profile: VPNProfile, _ world: World) async throws(Failure) -> VPNStatus
  /// Starts the connection and waits until it is up; fails with the provider's reason or when cancelled.
  func connect(_ profile: VPNProfile, _ context: HandlerContext) async throws(Failure) -> VPNStatus
  /// Stops this connection alone and waits until it is down.
  func disconnect(_ profile: VPNProfile, _ context: HandlerContext) async throws(Failure) -> VPNStatus
  /// Lets the profile connect by itself, or no longer; answers whether that changed anything, `false` where a
  /// provider knows no such thing.
  func setAutoconnect(
    _ isOn: Bool, of profile: VPNProfile, _ context: HandlerContext
  ) async throws(Failure) -> Bool
  /// Reports the status now and after each change, whoever caused it, until cancelled.
  func changes(
    of profile: VPNProfile, _ context: HandlerContext, report: @Sendable (VPNStatus) -> Void
  ) async throws(Failure)
  /// What passed the tunnel's interface; `nil` when there is none.
  func counters(of profile: VPNProfile, _ world: World) async throws(Failure) -> ByteCounters?
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

  package var entity: Entity { Entity(id: "\(provider):\(id)", title: title, names: [id]) }
}

/// The state of a profile, fresh from its provider.
package struct VPNStatus: Sendable, Equatable {
  package enum State: String, Sendable { case disconnected, connecting, connected }

  package var state: State
  /// When the state began; `nil` when the provider does not know.
  package var since: WallTime?
  package var interface: String?

  package init(_ state: State, since: WallTime? = nil, interface: String? = nil) {
    self.state = state
    self.since = since
    self.interface = interface
  }
}
