/// The kernel's limits on what a definition starts, as the definition says them.
package struct SandboxRule: Sendable {
  /// The files and folders that may be read, besides those that always may.
  package var read: [Template]
  /// The files and folders that may be read and written.
  package var write: [Template]
  package var network: Network
  /// Whether socket files, such as those of ssh-agent and the buses, may be connected to.
  package var opensSockets: Bool

  package init(
    read: [Template] = [], write: [Template] = [], network: Network = .none, opensSockets: Bool = false
  ) { (self.read, self.write, self.network, self.opensSockets) = (read, write, network, opensSockets) }

  package enum Network: Sendable, Equatable {
    case none
    /// Connections to these TCP ports, and look-ups of names.
    case ports([Int])
    case any
  }

  /// The same without the paths that name parameters.
  package var withoutParameters: SandboxRule {
    var rule = self
    rule.read.removeAll { !$0.references.isEmpty }
    rule.write.removeAll { !$0.references.isEmpty }
    return rule
  }
}
