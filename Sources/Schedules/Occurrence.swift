package import CivilTime

/// A moment at which something is due.
package struct Occurrence: Sendable, Equatable {
  /// What a change of the clocks made of it.
  package enum Change: Sendable, Equatable {
    case none
    /// The clocks skip the time that was meant, in minutes of the day: due right after.
    case skipped(Int)
    /// The clocks show the time twice: due the first time alone.
    case first
  }

  package var at: WallTime
  package var change: Change

  package init(at: WallTime, change: Change = .none) {
    self.at = at
    self.change = change
  }
}
