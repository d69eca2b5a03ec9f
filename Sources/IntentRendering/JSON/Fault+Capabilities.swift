package import IntentCore

extension Fault {
  /// In how many seconds trying again makes sense, `nil` where that is not known.
  var retryAfter: Int? { if case .integer(let seconds)? = self["retryAfter"] { seconds } else { nil } }

  /// The text forms of the capabilities that nobody allowed.
  package var capabilities: [String] {
    if case .capabilities(let missing)? = self["missing"] { missing.map(\.text) } else { [] }
  }
}
