package import IntentCore

/// An intent that a workflow wants to run.
package struct ChildInvocation: Sendable {
  package var callee: Callee
  package var arguments: [SuppliedArgument]
  package var cancellation: any Cancellation
  /// Secrets of the run that it belongs to, to be hidden in what it answers too.
  package var secrets: [String] = []

  package init(
    _ callee: Callee, arguments: [SuppliedArgument] = [], cancellation: any Cancellation
  ) {
    self.callee = callee
    self.arguments = arguments
    self.cancellation = cancellation
  }
}
