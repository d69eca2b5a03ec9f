package import IntentCore

/// The life of a guard: it waits for the next deadline, honours it, and ends when there is none.
///
/// It holds no database open while it waits, and it wakes for nothing but a deadline, a change of one, and a wall
/// clock that is set.
package struct GuardLoop {
  /// How long a guard waits for a run that acts on what it has to act on.
  static let patience = Duration.seconds(60)
  /// How soon, and how seldom at last, it tries again what could not be done.
  static let firstRetry = Duration.seconds(2)
  static let lastRetry = Duration.seconds(3600)

  private let guardian: Guardian
  private let world: World
  private let cancellation: any Cancellation

  package init(guardian: Guardian, world: World, cancellation: any Cancellation) {
    self.guardian = guardian
    self.world = world
    self.cancellation = cancellation
  }

  /// Answers false when there is a guard already.
  package func run() async throws(Failure) -> Bool {
    guard var lock = try guardian.take() else { return false }
    defer { lock.release() }
    guardian.outliveTerminal()
    let alarm = try guardian.alarm()
    var retry = Self.firstRetry
    while true {
      guardian.succeed()
      alarm.listen()
      let left = await round()
      if left == [] {
        // Whoever stores a deadline before the lock is free relies on this guard.
        lock.release()
        if let late = try? guardian.store().deadlines(), late.isEmpty { return true }
        guard let again = try guardian.take() else { return true }
        lock = again
        continue
      }
      let clock = world.clock
      let isOverdue = left?.contains { $0.isDue(clock) } ?? true
      let future = (left ?? []).filter { !$0.isDue(clock) }
      var due = future.map(\.due).min()
      if isOverdue {
        let next = clock.wall() + retry
        due = due.map { min($0, next) } ?? next
        retry = min(retry * 2, Self.lastRetry)
      } else {
        retry = Self.firstRetry
      }
      let boot = clock.bootIdentifier()
      let latest = future.compactMap(\.latest).filter { $0.boot == boot }.min {
        $0.microseconds < $1.microseconds
      }
      try await alarm.wait(due, latest, cancellation)
    }
  }

  /// Honours what is due; answers the deadlines that are left, `nil` when the store cannot be used now.
  private func round() async -> [Deadline]? {
    var world = world
    world.store = guardian.store()
    do throws(Failure) {
      try await HonouredDeadlines.honour(world, patience: Self.patience, cancellation: cancellation)
      let left = try world.store.deadlines()
      world.store.maintain()
      return left
    } catch {
      return nil
    }
  }
}
