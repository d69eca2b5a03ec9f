internal import IntentCore

/// One act on a door, and the deadline at which it locks again.
struct LockChange {
  let action: LockAction
  let relockingAfter: Duration?
  let world: World

  /// Moves the bolt once, unless it is there already or `check` fails for the state that it has.
  func perform(
    on door: Door, of provider: any LockProvider, _ access: ProviderAccess,
    _ check: (LockReading) throws(Failure) -> Void
  ) async throws(Failure) -> LockMove {
    var isStored = false
    let move: LockMove
    do throws(Failure) {
      move = try await provider.move(door, action, access) { found throws(Failure) in
        try check(found)
        // The deadline is stored before the bolt moves, so that a sudden end cannot lose it.
        if let relockingAfter {
          try world.store.setDeadline(
            Deadline(resource: door.resource, action: "lock", after: relockingAfter, world.clock))
          isStored = true
          try await world.requireGuard(of: door.title)
        }
        return !found.isSurely(action.goal)
      }
    } catch {
      if isStored { try world.store.clearDeadline(of: door.resource) }
      throw error
    }
    if let interruption = move.interruption {
      var fault = door.fault(.lockInterrupted).with(.warning)
      fault.arguments.append(("state", .text(move.left.state.rawValue)))
      throw Failure(interruption.faults + [fault])
    }
    // After a failure the deadline stays, unless it is known that the door is not open.
    let isOver =
      move.fault == nil ? relockingAfter == nil : isStored && [.locked, .jammed].contains(move.left.state)
    if isOver { try world.store.clearDeadline(of: door.resource) }
    return move
  }
}
