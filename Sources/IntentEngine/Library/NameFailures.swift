package import IntentCore
internal import IntentLoading

extension Failure {
  /// For a value that is none of a few.
  package static func notAmong(_ option: String, _ value: String, _ allowed: [String]) -> Failure {
    Failure(
      .valueEnum,
      [
        "name": .text(option), "value": .text(value), "allowed": .list(allowed),
        "suggestion": .text(Suggestion.nearest(to: value, among: allowed) ?? ""),
      ])
  }

  /// For a name that was to become an id.
  package static func noIdentifier(_ name: String) -> Failure {
    Failure(
      .valueIdentifier,
      ["value": .text(name), "suggestion": .text(Names.identifier(from: name) ?? "")])
  }
}
