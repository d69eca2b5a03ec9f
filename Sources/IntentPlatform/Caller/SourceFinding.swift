package import IntentCore

/// How a run was entered, and what told.
package struct SourceFinding: Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    /// It is in the foreground of its terminal.
    case foreground
    /// There is no /proc to tell.
    case noProcesses
    /// The decisive process is one of our own program.
    case ourselves
    /// The decisive process is cron or one of its kind.
    case scheduler
    /// The decisive process serves a login.
    case login
    /// The decisive process has a terminal.
    case background
    /// The unit is work of systemd's.
    case work
    case nothing
  }

  package var source: RunSource
  package var reason: Reason
  /// This process, its parent, and so on; empty in a terminal.
  package var chain: [ProcessAncestor]
  /// The one in `chain` that decided.
  package var decisive: Int?
  /// The unit of systemd, where it was looked at.
  package var unit: String?

  package init(
    source: RunSource, reason: Reason, chain: [ProcessAncestor] = [], decisive: Int? = nil,
    unit: String? = nil
  ) {
    self.source = source
    self.reason = reason
    self.chain = chain
    self.decisive = decisive
    self.unit = unit
  }
}
