package import IntentCore

/// How a run was entered, and what told.
package struct SourceFinding: Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case foreground
    case noProcesses
    case ourselves(ProcessAncestor)
    case scheduler(ProcessAncestor)
    case login(ProcessAncestor)
    case background(ProcessAncestor)
    case work(unit: String)
    case nothing
  }

  package var source: RunSource
  package var reason: Reason
  /// The parent, its parent, and so on; empty in a terminal.
  package var ancestors: [ProcessAncestor]
  /// The unit of systemd, where it was looked at.
  package var unit: String?

  package init(source: RunSource, reason: Reason, ancestors: [ProcessAncestor] = [], unit: String? = nil) {
    self.source = source
    self.reason = reason
    self.ancestors = ancestors
    self.unit = unit
  }

  /// What was seen and what it was taken for, a line each.
  package var facts: [String] {
    var lines: [String] = []
    if !ancestors.isEmpty { lines.append("started by: " + ancestors.map(\.text).joined(separator: ", ")) }
    if let unit { lines.append("unit: " + unit) }
    lines.append("source: " + source.text + ", because " + because)
    return lines
  }

  private var because: String {
    switch reason {
    case .foreground: "it runs in the foreground of its terminal"
    case .noProcesses: "it has no terminal, and /proc does not tell what started it"
    case .ourselves(let process): "runintent itself started it, as \(process.text)"
    case .scheduler(let process): "\(process.text) started it"
    case .login(let process): "it comes from a login without a terminal, by \(process.text)"
    case .background(let process): "it runs in the background of the terminal of \(process.text)"
    case .work(let unit): "systemd started it as work of \(unit)"
    case .nothing: "it has no terminal, and neither cron nor systemd started it as work"
    }
  }
}

extension ProcessAncestor {
  fileprivate var text: String { name + " (" + String(id) + ")" }
}
