/// Tells the work of a run to stop, and why; a child's is cancelled with its parent's.
package protocol Cancellation: AnyObject, Sendable {
  /// Why the work must stop, `nil` while it may go on.
  var reason: CancellationReason? { get }
  /// Calls `action` once when the work must stop, at once if it already must; returns a ticket.
  func onCancel(_ action: @escaping @Sendable (CancellationReason) -> Void) -> Int
  /// Withdraws an action.
  func forget(_ ticket: Int)
}

package enum CancellationReason: Sendable, Equatable {
  /// A signal came for us.
  case signal(Int32)
  /// The limit of the run passed.
  case deadline(Duration)

  /// The failure that the run then ends with.
  package var failure: Failure {
    switch self {
    case .signal(let number): Failure(.interrupted, ["signal": .integer(Int(number))])
    case .deadline(let limit): Failure(.timedOut, ["seconds": .text(limit.secondsText)])
    }
  }
}

extension Duration {
  /// Seconds with at most one decimal, as in `5` or `1.5`.
  package var secondsText: String {
    let tenths = wholeMilliseconds / 100
    return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
  }
}

/// What must be done to its end, such as asking a connection to stop after the run was interrupted.
package final class Uncancelled: Cancellation {
  package init() {}
  package var reason: CancellationReason? { nil }
  package func onCancel(_ action: @escaping @Sendable (CancellationReason) -> Void) -> Int { 0 }
  package func forget(_ ticket: Int) {}
}
