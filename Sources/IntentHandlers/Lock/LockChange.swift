internal import IntentCore

/// One act on a door, and the deadline at which it locks again.
struct LockChange {
  let action: Capability.LockAction
  /// How long until it locks again.
  let relockingAfter: Duration?
  let world: World

  /// Moves the bolt once, unless it is there already.
  func perform(
    on door: Door, of provider: any LockProvider, _ access: LockAccess,
    _ check: (Door.State) throws(Failure) -> Void
  ) async throws(Failure) -> LockMove {
    var isPromised = false
    let move: LockMove
    do throws(Failure) {
      move = try await provider.move(door, action, access) { found throws(Failure) in
        try check(found)
        // The promise to lock again stands before the bolt moves, so that a sudden end cannot lose it.
        if let relockingAfter {
          try world.store.setDeadline(
            Deadline(resource: door.resource, action: "lock", after: relockingAfter, world.clock))
          isPromised = true
          await world.wakeGuard()
        }
        return found != action.goal
      }
    } catch {
      if isPromised { try world.store.clearDeadline(of: door.resource) }
      throw error
    }
    if let interruption = move.interruption {
      throw Failure(
        interruption.faults + [
          Fault(
            .lockInterrupted, ["name": .text("the \(door.title)"), "state": .text(move.left.rawValue)],
            severity: .warning)
        ])
    }
    // Who does not know whether it is open keeps the promise.
    if move.fault == nil
      ? relockingAfter == nil : isPromised && (move.left == .locked || move.left == .jammed)
    {
      try world.store.clearDeadline(of: door.resource)
    }
    return move
  }
}
