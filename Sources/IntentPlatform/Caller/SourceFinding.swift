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

  /// What was seen and what it was taken for, a line each.
  package var facts: [String] {
    var lines: [String] = []
    let ancestors = chain.indices.dropFirst().map(process)
    if !ancestors.isEmpty { lines.append("started by: " + ancestors.joined(separator: ", ")) }
    if let unit { lines.append("unit: " + unit) }
    lines.append("source: " + source.text + ", because " + because)
    return lines
  }

  private func process(_ index: Int) -> String { chain[index].name + " (" + String(chain[index].id) + ")" }

  private var because: String {
    let process = decisive.map(process) ?? ""
    return switch reason {
    case .foreground: "it runs in the foreground of its terminal"
    case .noProcesses: "it has no terminal, and /proc does not tell what started it"
    case .ourselves: "runintent itself started it, as " + process
    case .scheduler: process + " started it"
    case .login: "it comes from a login without a terminal, by " + process
    case .background: "it runs in the background of the terminal of " + process
    case .work: "systemd started it as work of " + (unit ?? "")
    case .nothing: "it has no terminal, and neither cron nor systemd started it as work"
    }
  }
}
