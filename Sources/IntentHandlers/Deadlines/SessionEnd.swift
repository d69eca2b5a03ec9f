internal import IntentCore
internal import IntentPipeline

/// Ends the session of one profile whose time is over: the profile that its deadline names and no other.
///
/// The caller holds the lease of the tunnel, so that a connect of ours is over by then.
struct SessionEnd: Sendable {
  /// How long a connect that somebody else began is waited for.
  static let patience = Duration.seconds(30)

  /// The id of the profile at the provider.
  let id: String
  let provider: any VPNProvider
  let access: ProviderAccess
  private var world: World { access.world }

  /// Brings the tunnel down so that it stays down; `nil` where it was down already.
  func perform(_ deadline: Deadline) async throws(Failure) -> IntentResult? {
    var window = try world.store.window(of: "\(provider.name):\(id)")
    // Only what is configured has a tunnel.
    let known = try await provider.readings(access).map(\.profile)
    guard let profile = known.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) ?? provider.profile(id: id)
    else {
      try world.store.clearDeadline(of: deadline.resource)
      return nil
    }
    guard try await provider.status(of: profile, access).state != .disconnected else {
      try end(&window, .outside, deadline)
      return nil
    }
    if try await provider.setAutoconnect(false, of: profile, access) {
      window?.clearedAutoconnect = true
      if let window { try world.store.keep(window, deadline) }
    }
    try await awaitStart(profile)
    let status = try await provider.disconnect(profile, access)
    guard status.state == .disconnected else {
      throw Failure(.unavailable, ["name": .text(profile.title), "reason": "it is still connected"])
    }
    try end(&window, .limit, deadline)
    let reading = VPNReading(profile: profile, status: status)
    let session = window.map { SessionReport(window: $0, status: status, clock: world.clock) }
    return VPNAnswer(reading: reading, clock: world.clock, text: .english, session: session)
      .result(changed: true)
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
    let end = access.now + Self.patience
    while try await provider.status(of: profile, access).state == .connecting, access.now < end {
      try await access.wait(.milliseconds(200))
    }
  }
}

extension VPNProvider {
  /// Does the work with the sole right to act on the tunnel, as the provider parts it: a run holds the same.
  func leased<T>(
    _ profile: String, _ access: ProviderAccess, until end: MonotonicTime,
    _ work: () async throws(Failure) -> T
  ) async throws(Failure) -> T {
    var leases: [any Lease] = []
    defer { for lease in leases { lease.release() } }
    // In the order of their names, like the leases of a run.
    for name in resources(of: profile).sorted() {
      leases.append(try await access.world.store.acquireLease(on: name, until: end, access.cancellation))
    }
    return try await work()
  }
}
