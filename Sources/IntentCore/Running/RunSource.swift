/// How a run was entered.
package enum RunSource: Sendable, Hashable {
  case terminal
  case script
  case timer
  case automation
  /// A client of another protocol, by name.
  case client(String)

  package var text: String {
    switch self {
    case .terminal: "terminal"
    case .script: "script"
    case .timer: "timer"
    case .automation: "automation"
    case .client(let name): "mcp:\(name)"
    }
  }

  /// Reads a source that a person names; clients cannot be named here.
  package init?(text: String) {
    guard let source = Self.named.first(where: { $0.text == text }) else { return nil }
    self = source
  }

  package static let named: [RunSource] = [.terminal, .script, .timer, .automation]
}
