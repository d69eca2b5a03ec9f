/// A moment at which an automation was due, as the store remembers it once somebody took it on.
package struct InstantRecord: Sendable, Equatable {
  package enum State: String, Sendable, CaseIterable {
    case running, done, failed
    /// The automation's condition did not hold.
    case unmet
    /// A run of it was not over yet.
    case skipped
    /// The process ended without a word; whether the run acted is not known.
    case unknown
  }

  /// The path of the automation's file.
  package var automation: String
  package var at: WallTime
  package var startedAt: WallTime
  package var state: State
  package var exitCode: Int32
  /// The stable code of what went wrong.
  package var code: String?
  /// The number of the run in the journal.
  package var run: Int?

  package init(
    automation: String, at: WallTime, startedAt: WallTime, state: State = .running, exitCode: Int32 = 0,
    code: String? = nil, run: Int? = nil
  ) {
    self.automation = automation
    self.at = at
    self.startedAt = startedAt
    self.state = state
    self.exitCode = exitCode
    self.code = code
    self.run = run
  }
}
