internal import IntentCore
internal import IntentPipeline

extension HandlerCall {
  /// Fails with `state.changed` unless the state is the one that the field `expect` names, where it is given;
  /// the caller holds the lease of what has the state.
  func expect(_ state: String, of name: String) throws(Failure) {
    guard let expected = try text("expect"), !expected.utf8.elementsEqual(state.utf8) else { return }
    throw Failure(
      .stateChanged, ["name": .text(name), "state": .text(state), "expected": .text(expected)])
  }
}
