/// Whose runs a person's word is about.
package enum Who: Sendable, Hashable {
  /// The person at a terminal.
  case here
  /// Scripts, timers and automations, where nobody can be asked.
  case unattended
  /// A caller of another protocol, by name.
  case named(String)

  /// As commands and lists have it.
  package var text: String {
    switch self {
    case .here: "here"
    case .unattended: "unattended"
    case .named(let name): name
    }
  }

  /// From where such a run is entered.
  package var sources: [RunSource] {
    switch self {
    case .here: [.terminal]
    case .unattended: [.script, .timer, .automation]
    case .named(let name): [.client(name)]
    }
  }

  /// The options by which `allow`, `deny` and `revoke` mean it.
  package var options: [String] {
    switch self {
    case .here: []
    case .unattended: ["--unattended"]
    case .named(let name): ["--for", name]
    }
  }

  /// Those that need no name.
  package static let common: [Who] = [.here, .unattended]
}

extension RunSource {
  /// Whose run it is.
  package var who: Who {
    switch self {
    case .terminal: .here
    case .script, .timer, .automation: .unattended
    case .client(let name): .named(name)
    }
  }
}
