package import IntentCore

/// Tunnels that came up or went down without us meet the same rules.
package struct TunnelEvents: Sendable {
  /// How long a run that acts on the tunnel is waited for; it may be the one that caused the event.
  static let patience = Duration.seconds(60)

  private let access: ProviderAccess
  private let providers: [any VPNProvider]

  package init(world: World, cancellation: any Cancellation) {
    self.init(world: world, cancellation: cancellation, providers: VPNProviders.all)
  }

  init(world: World, cancellation: any Cancellation, providers: [any VPNProvider]) {
    access = ProviderAccess(world, cancellation)
    self.providers = providers
  }

  /// Opens a window where a rule covers the tunnel; during the pause it is due to go down at once.
  package func cameUp(_ id: String) async throws(Failure) {
    try await act(on: id) { session, status throws(Failure) in
      guard status.state != .disconnected else { return }
      do throws(Failure) {
        try await session.adopt(.english)
      } catch {
        guard error.faults.first?.code == .vpnPaused else { throw error }
        let world = access.world
        try world.store.setDeadline(
          Deadline(resource: session.resource, action: "down", due: world.clock.wall()))
        _ = await world.wakeGuard()
      }
    }
  }

  /// Notes that a session was ended by somebody else.
  package func wentDown(_ id: String) async throws(Failure) {
    try await act(on: id) { session, status throws(Failure) in
      if status.state == .disconnected { try session.stopped(.outside) }
    }
  }

  /// The state is read when no run of ours acts on the tunnel.
  private func act(
    on id: String, _ work: (VPNSession, VPNStatus) async throws(Failure) -> Void
  ) async throws(Failure) {
    guard let (profile, provider) = try await find(id) else { return }
    let session = VPNSession(profile: profile, world: access.world)
    try await provider.leased(profile.id, access, until: access.now + Self.patience) { () throws(Failure) in
      try await work(session, try await provider.status(of: profile, access))
    }
  }

  /// The profile of an id, with the provider that has it; one that is out of order has none.
  private func find(_ id: String) async throws(Failure) -> (VPNProfile, any VPNProvider)? {
    for provider in providers where provider.isInstalled(access.world) {
      let known = try await provider.readingsIfAvailable(access).map(\.profile)
      if let profile = known.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) {
        return (profile, provider)
      }
    }
    return nil
  }
}
