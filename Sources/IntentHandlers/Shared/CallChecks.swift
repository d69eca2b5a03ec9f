internal import IntentCore
internal import IntentPipeline

extension HandlerCall {
  /// The word of a field that takes one of some words; fails with `value.enum` for another.
  func choice(_ key: String, among allowed: [String]) throws(Failure) -> String? {
    guard let word = try text(key) else { return nil }
    if allowed.contains(where: { $0.utf8.elementsEqual(word.utf8) }) { return word }
    throw Failure(
      .valueEnum, ["name": .text(spelling(of: key)), "value": .text(word), "allowed": .list(allowed)])
  }

  /// Fails with `state.changed` unless the state is the one that the field `expect` names, where it is given;
  /// the caller holds the lease of what has the state.
  func expect(_ state: String, of name: String) throws(Failure) {
    guard let expected = try text("expect"), !expected.utf8.elementsEqual(state.utf8) else { return }
    throw Failure(.stateChanged, ["name": .text(name), "state": .text(state), "expected": .text(expected)])
  }
}

extension Failure {
  /// `entity.unknown`, with the name that was probably meant.
  ///
  /// - Parameters:
  ///   - field: Where the text stands.
  ///   - id: The text without the name of a provider.
  static func unknown(_ field: String, _ text: String, near id: String, among known: [String]) -> Failure {
    Failure(
      .entityUnknown,
      [
        "name": .text(field), "value": .text(text), "allowed": .list(known),
        "suggestion": .text(Suggestion.nearest(to: id, among: known) ?? ""),
      ])
  }

  /// `value.type`, for a text that cannot be read as what a field takes.
  static func unfit(_ field: String, _ value: String, expected: String) -> Failure {
    Failure(.valueType, ["name": .text(field), "value": .text(value), "expected": .text(expected)])
  }
}
