package import IntentCore
internal import Redaction

/// Does what was promised for a date that has passed: locks a door again, ends a VPN's session.
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
  /// the next time, and one that could not be kept stays.
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
    let lease: any Lease
    let end = world.clock.monotonic() + patience
    switch (parts[0], deadline.action) {
    case ("lock", "lock"):
      // Of the demo, whatever the configuration says now.
      let scope = parts[1] == "demo" ? DoorScope(providers: [DemoLock()]) : try DoorProviders(world).scope()
      guard let provider = scope.providers.first(where: { $0.name.utf8.elementsEqual(parts[1].utf8) }) else {
        return nil
      }
      lease = try await world.store.acquireLease(on: deadline.resource, until: end, cancellation)
      defer { lease.release() }
      guard try world.store.deadline(of: deadline.resource) == deadline else { return nil }
      return try await lock("\(parts[1]):\(parts[2])", scope, provider, deadline, world, cancellation)
    case ("vpn", "down"):
      guard let provider = VPNProviders.all.first(where: { $0.name == parts[1] }) else { return nil }
      lease = try await VPNLease.take(parts[2], of: provider, world, until: end, cancellation)
      defer { lease.release() }
      guard try world.store.deadline(of: deadline.resource) == deadline else { return nil }
      let end = SessionEnd(
        profile: "\(parts[1]):\(parts[2])", id: parts[2], provider: provider, world: world,
        cancellation: cancellation)
      return try await end.perform(deadline)
    default: return nil
    }
  }

  private static func lock(
    _ name: String, _ scope: DoorScope, _ provider: any LockProvider, _ deadline: Deadline, _ world: World,
    _ cancellation: any Cancellation
  ) async throws(Failure) -> IntentResult {
    let needed = try scope.secrets(name)
    let secrets = needed.isEmpty ? ValueObject() : try await world.secrets(needed, cancellation)
    let redactor = Redactor(secrets.members.compactMap(\.value.stringValue))
    let access = LockAccess(
      world: world, cancellation: cancellation, secrets: secrets,
      deadline: world.clock.monotonic() + relockLimit)
    do throws(Failure) {
      let (door, _) = try await scope.door(named: name, access)
      let move = try await provider.move(door, .lock, access) { $0 != .locked }
      if let interruption = move.interruption { throw interruption }
      let answer = LockAnswer(
        door: door, state: move.left, isSimulated: provider.isSimulated, clock: world.clock, text: .english,
        deadline: nil)
      if let fault = move.fault { throw Failure([fault]) }
      try world.store.clearDeadline(of: deadline.resource)
      return answer.moved()
    } catch {
      throw redactor.hide(error)
    }
  }
}
