package import IntentCore

/// Does what was promised for a date that has passed, such as locking a door again.
package enum DueDeadlines {
  /// What became of one deadline, for the journal.
  package struct Honoured: Sendable {
    package var deadline: Deadline
    package var outcome: RunOutcome
  }

  /// Honours each deadline that is due. One whose door another run is moving is left to the next run, and one
  /// that could not be kept stays.
  package static func honour(
    world: World, cancellation: any Cancellation
  ) async throws(Failure) -> [Honoured] {
    let due = try world.store.dueDeadlines(at: world.clock.wall())
    var honoured: [Honoured] = []
    for deadline in due {
      do throws(Failure) {
        guard let result = try await lock(deadline, world, cancellation) else { continue }
        honoured.append(Honoured(deadline: deadline, outcome: .answered(result)))
      } catch {
        if error.faults.first?.code != .busy {
          honoured.append(Honoured(deadline: deadline, outcome: .failed(error)))
        }
      }
    }
    return honoured
  }

  /// Locks the door unless, by the time it may be moved, somebody has kept or changed the deadline.
  private static func lock(
    _ deadline: Deadline, _ world: World, _ cancellation: any Cancellation
  ) async throws(Failure) -> IntentResult? {
    guard let (provider, id) = door(of: deadline), deadline.action == "lock" else { return nil }
    let lease = try await world.store.acquireLease(
      on: deadline.resource, until: world.clock.monotonic() + .seconds(2), cancellation)
    defer { lease.release() }
    guard try world.store.deadline(of: deadline.resource) == deadline else { return nil }
    let door = try await provider.door(named: id, world)
    if try await provider.state(of: door, world) != .locked {
      _ = try await provider.move(door, .lock, world, cancellation)
    }
    try world.store.clearDeadline(of: deadline.resource)
    return try await LockAnswer.read(door, of: provider, world).moved()
  }

  private static func door(of deadline: Deadline) -> (any LockProvider, String)? {
    let parts = deadline.resource.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 2)
    guard parts.count == 3, parts[0].elementsEqual("lock".utf8) else { return nil }
    let provider = Providers.locks.first { $0.name.utf8.elementsEqual(parts[1]) }
    return provider.map { ($0, String(decoding: parts[2], as: UTF8.self)) }
  }
}
