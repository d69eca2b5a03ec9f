package import IntentCore
internal import Synchronization

/// A cancellation that a test gives.
package final class TestCancellation: Cancellation {
  private struct State {
    var reason: CancellationReason?
    var actions: [Int: @Sendable (CancellationReason) -> Void] = [:]
    var tickets = 0
  }

  private let state: Mutex<State>

  package init(_ reason: CancellationReason? = nil) { state = Mutex(State(reason: reason)) }

  package var reason: CancellationReason? { state.withLock { $0.reason } }

  package func cancel(_ reason: CancellationReason) {
    let actions = state.withLock { state -> [@Sendable (CancellationReason) -> Void] in
      guard state.reason == nil else { return [] }
      state.reason = reason
      defer { state.actions = [:] }
      return Array(state.actions.values)
    }
    for action in actions { action(reason) }
  }

  package func onCancel(_ action: @escaping @Sendable (CancellationReason) -> Void) -> Int {
    let (ticket, reason) = state.withLock { state in
      state.tickets += 1
      if state.reason == nil { state.actions[state.tickets] = action }
      return (state.tickets, state.reason)
    }
    if let reason { action(reason) }
    return ticket
  }

  package func forget(_ ticket: Int) { state.withLock { state in state.actions[ticket] = nil } }
}
