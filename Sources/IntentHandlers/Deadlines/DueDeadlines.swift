package import IntentCore

/// Does what was to be done by a date that has passed: locks a door again, ends a VPN's session.
///
/// This is no user's run and needs no grant: its authority is the deadline, which only a run that the gate let
/// pass, or the adoption of a tunnel that a rule covers, has stored. It moves nothing but the resource that the
/// deadline names, and only to the safer side.
package enum DueDeadlines {
  /// What became of one deadline, for the journal.
  package struct Honoured: Sendable {
    package var deadline: Deadline
    package var outcome: RunOutcome
    /// When the work on it began.
    package var startedAt: WallTime
  }

  /// Honours each deadline that is due. One whose resource another run holds longer than `patience` is left to
  /// the next time, and one that could not be honoured stays.
  package static func honour(
    world: World, patience: Duration = .seconds(2), cancellation: any Cancellation
  ) async throws(Failure) -> [Honoured] {
    let due = try world.store.dueDeadlines(world.clock)
    var honoured: [Honoured] = []
    for deadline in due {
      let began = world.clock.wall()
      do throws(Failure) {
        guard let result = try await honour(deadline, world, patience, cancellation) else { continue }
        honoured.append(Honoured(deadline: deadline, outcome: .answered(result), startedAt: began))
      } catch {
        if error.faults.first?.code != .busy {
          honoured.append(Honoured(deadline: deadline, outcome: .failed(error), startedAt: began))
        }
      }
    }
    return honoured
  }

  /// How long one attempt to lock again may take.
  private static let relockLimit = Duration.seconds(30)

  /// Does it unless, by the time the resource may be touched, somebody has kept or changed the deadline.
  private static func honour(
    _ deadline: Deadline, _ world: World, _ patience: Duration, _ cancellation: any Cancellation
  ) async throws(Failure) -> IntentResult? {
    let parts = deadline.resource.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 2)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 3 else { return nil }
    let (name, id) = (parts[1], parts[2])
    let end = world.clock.monotonic() + patience
    switch (parts[0], deadline.action) {
    case ("lock", "lock"):
      // Of the demo, whatever the configuration says now.
      let scope =
        name == "demo" ? DoorScope(providers: [DemoLock()]) : try DoorProviders(world: world).scope()
      guard let provider = scope.providers.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
        return nil
      }
      let lease = try await world.store.acquireLease(on: deadline.resource, until: end, cancellation)
      defer { lease.release() }
      guard try world.store.deadline(of: deadline.resource) == deadline else { return nil }
      return try await lock("\(name):\(id)", scope, provider, deadline, world, cancellation)
    case ("vpn", "down"):
      guard let provider = VPNProviders.all.first(where: { $0.name == name }) else { return nil }
      let access = ProviderAccess(world, cancellation, within: SessionEnd.patience)
      return try await provider.leased(id, access, until: end) { () throws(Failure) in
        guard try world.store.deadline(of: deadline.resource) == deadline else { return nil }
        return try await SessionEnd(id: id, provider: provider, access: access).perform(deadline)
      }
    default: return nil
    }
  }

  private static func lock(
    _ name: String, _ scope: DoorScope, _ provider: any LockProvider, _ deadline: Deadline, _ world: World,
    _ cancellation: any Cancellation
  ) async throws(Failure) -> IntentResult {
    var access = ProviderAccess(world, cancellation, within: relockLimit)
    let needed = try scope.secrets(name)
    if !needed.isEmpty { access.secrets = try await world.secrets(needed, cancellation) }
    do throws(Failure) {
      let (door, _) = try await scope.door(named: name, access)
      let move = try await provider.move(door, .lock, access) { !$0.isSurely(.locked) }
      if let interruption = move.interruption { throw interruption }
      if let fault = move.fault { throw Failure([fault]) }
      try world.store.clearDeadline(of: deadline.resource)
      return try LockAnswer(door, move.left, of: provider, world, .english).moved()
    } catch {
      throw access.redactor.hide(error)
    }
  }
}
