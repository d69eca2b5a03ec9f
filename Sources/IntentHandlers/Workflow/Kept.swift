internal import IntentCore
internal import Synchronization

/// Carries an outcome out of work that answers something else.
final class Kept: Sendable {
  private let value = Mutex(StepOutcome.next)

  var outcome: StepOutcome {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}

/// Lets work go to its end.
final class NeverCancelled: Cancellation {
  var reason: CancellationReason? { nil }
  func onCancel(_ action: @escaping @Sendable (CancellationReason) -> Void) -> Int { 0 }
  func forget(_ ticket: Int) {}
}
