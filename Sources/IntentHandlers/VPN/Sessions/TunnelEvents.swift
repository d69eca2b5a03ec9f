package import IntentCore

/// Tunnels that came up or went down without us meet the same rules.
package struct TunnelEvents: Sendable {
  /// How long a run that acts on the tunnel is waited for; it may be the one that caused the event.
  static let patience = Duration.seconds(60)

  let world: World
  let cancellation: any Cancellation
  let provider: any VPNProvider

  package init(world: World, cancellation: any Cancellation) {
    self.init(world: world, cancellation: cancellation, provider: Providers.vpn)
  }

  init(world: World, cancellation: any Cancellation, provider: any VPNProvider) {
    self.world = world
    self.cancellation = cancellation
    self.provider = provider
  }

  /// Opens a window where a rule covers the tunnel; during the pause it is due to go down at once.
  package func cameUp(_ id: String) async throws(Failure) {
    try await act(on: id) { session, status throws(Failure) in
      guard status.state != .disconnected else { return }
      do throws(Failure) {
        try await session.adopt(.english)
      } catch {
        guard error.faults.first?.code == .vpnPaused else { throw error }
        try world.store.setDeadline(
          Deadline(resource: session.resource, action: "down", due: world.clock.wall()))
        await world.wakeGuard()
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
    let profiles = try await provider.profiles(world)
    guard let profile = profiles.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) else { return }
    let session = VPNSession(profile: profile, world: world)
    let lease = try await world.store.acquireLease(
      on: session.resource, until: world.clock.monotonic() + Self.patience, cancellation)
    defer { lease.release() }
    try await work(session, try await provider.status(of: profile, world))
  }
}
