internal import IntentCore
internal import IntentPipeline

/// Ends the session of one profile whose time is over: the profile that its deadline names and no other.
///
/// The caller holds the lease of the tunnel, so that a connect of ours is over by then.
struct SessionEnd: Sendable {
  /// How long a connect that somebody else began is waited for.
  static let patience = Duration.seconds(30)

  /// The profile as `PROVIDER:ID`, and its id there.
  let profile: String
  let id: String
  let provider: any VPNProvider
  let world: World
  let cancellation: any Cancellation

  /// Brings the tunnel down so that it stays down; `nil` where it was down already.
  func perform(_ deadline: Deadline) async throws(Failure) -> IntentResult? {
    var window = try world.store.window(of: profile)
    // Only what is configured has a tunnel.
    let known = try await provider.readings(world, cancellation).map(\.profile)
    guard let profile = known.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) ?? provider.profile(id: id)
    else {
      try world.store.clearDeadline(of: deadline.resource)
      return nil
    }
    let context = HandlerContext(
      world: world, deadline: world.clock.monotonic() + Self.patience, cancellation: cancellation,
      source: .timer)
    guard try await provider.status(of: profile, world, cancellation).state != .disconnected else {
      try end(&window, .outside, deadline)
      return nil
    }
    if try await provider.setAutoconnect(false, of: profile, context) {
      window?.clearedAutoconnect = true
      if let window { try world.store.keep(window, deadline) }
    }
    try await awaitStart(profile)
    let status = try await provider.disconnect(profile, context)
    guard status.state == .disconnected else {
      throw Failure(.unavailable, ["name": .text(profile.title), "reason": "it is still connected"])
    }
    try end(&window, .limit, deadline)
    return VPNAnswer(
      profile, status, world.clock, .english,
      session: window.map { SessionFace(window: $0, status: status, clock: world.clock) }
    ).result(changed: true)
  }

  private func end(
    _ window: inout SessionWindow?, _ reason: SessionWindow.Stop, _ deadline: Deadline
  ) throws(Failure) {
    guard let open = window else { return try world.store.clearDeadline(of: deadline.resource) }
    let ended = open.stop == nil ? open.stopped(reason, at: world.clock.wall()) : open
    try world.store.keep(ended, nil)
    window = ended
  }

  /// A connect that is cut short may come up all the same.
  private func awaitStart(_ profile: VPNProfile) async throws(Failure) {
    let end = world.clock.monotonic() + Self.patience
    while try await provider.status(of: profile, world, cancellation).state == .connecting,
      world.clock.monotonic() < end
    {
      try await world.clock.wait(world.clock.monotonic() + .milliseconds(200), cancellation)
    }
  }
}
