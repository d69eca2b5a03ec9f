internal import IntentCore
internal import IntentPipeline

extension HandlerCall {
  /// Fails with `value.enum` where a field that takes one of some words was filled with another.
  func checkChoices(of descriptor: HandlerDescriptor) throws(Failure) {
    for field in descriptor.fields {
      guard case .choice(let allowed) = field.kind, let word = try text(field.name),
        !allowed.contains(where: { $0.utf8.elementsEqual(word.utf8) })
      else { continue }
      throw Failure(
        .valueEnum,
        ["name": .text(spelling(of: field.name)), "value": .text(word), "allowed": .list(allowed)])
    }
  }

  /// Fails with `state.changed` unless the state is the one that the field `expect` names, where it is given;
  /// the caller holds the lease of what has the state.
  func expect(_ state: String, of name: String) throws(Failure) {
    guard let expected = try text("expect"), !expected.utf8.elementsEqual(state.utf8) else { return }
    throw Failure(
      .stateChanged, ["name": .text(name), "state": .text(state), "expected": .text(expected)])
  }
}
