package import IntentCore

/// What a guard needs of the machine, as closures.
package struct Guardian: Sendable {
  /// The process number of the guard that runs, `nil` when there is none.
  package var holder: @Sendable () -> Int?
  /// Becomes the only guard; `nil` when there is one.
  package var take: @Sendable () throws(Failure) -> (any Lease)?
  /// Opens the store anew; it is closed when it is forgotten.
  package var store: @Sendable () -> any StateStore
  /// Makes what wakes a guard.
  package var alarm: @Sendable () throws(Failure) -> Alarm
  /// Goes on as the program that was installed in place of this one, where there is one.
  package var succeed: @Sendable () -> Void
  package var outliveTerminal: @Sendable () -> Void

  package struct Alarm: Sendable {
    /// Notices changes of deadlines from now on.
    package var listen: @Sendable () -> Void
    /// Waits for a date, a moment of this boot, or a change.
    package var wait: @Sendable (WallTime?, BootTime?, any Cancellation) async throws(Failure) -> Void

    package init(
      listen: @escaping @Sendable () -> Void,
      wait: @escaping @Sendable (WallTime?, BootTime?, any Cancellation) async throws(Failure) -> Void
    ) {
      self.listen = listen
      self.wait = wait
    }
  }

  package init(
    holder: @escaping @Sendable () -> Int?, take: @escaping @Sendable () throws(Failure) -> (any Lease)?,
    store: @escaping @Sendable () -> any StateStore, alarm: @escaping @Sendable () throws(Failure) -> Alarm,
    succeed: @escaping @Sendable () -> Void = {}, outliveTerminal: @escaping @Sendable () -> Void = {}
  ) {
    self.holder = holder
    self.take = take
    self.store = store
    self.alarm = alarm
    self.succeed = succeed
    self.outliveTerminal = outliveTerminal
  }
}
