package import IntentCore
package import IntentPipeline

/// A handler whose answer the `result` part of a definition may word anew.
package protocol AnsweringHandler: Handler {
  /// Does it and answers in the handler's own words.
  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult
}

extension AnsweringHandler {
  package func perform(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    try await answer(invocation.call, context).shaped(by: invocation.call)
  }
}
