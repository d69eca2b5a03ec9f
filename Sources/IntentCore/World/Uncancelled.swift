/// What must be done to its end, such as asking a connection to stop after the run was interrupted.
package final class Uncancelled: Cancellation {
  package init() {}

  package var reason: CancellationReason? { nil }
  package func onCancel(_ action: @escaping @Sendable (CancellationReason) -> Void) -> Int { 0 }
  package func forget(_ ticket: Int) {}
}
