package import IntentCore

extension Fault {
  /// The text forms of the capabilities that nobody allowed.
  package var capabilities: [String] {
    if case .capabilities(let missing)? = self["missing"] { missing.map(\.text) } else { [] }
  }
}
