package import IntentCore
internal import Synchronization

/// A cancellation that its owner can pull; it is pulled with its parent's too.
package final class CancellationSource: Cancellation {
  /// What is to be done, linked, the newest first.
  private final class Action: Sendable {
    let ticket: Int
    let run: @Sendable (CancellationReason) -> Void
    let next: Action?

    init(_ ticket: Int, _ run: @escaping @Sendable (CancellationReason) -> Void, _ next: Action?) {
      self.ticket = ticket
      self.run = run
      self.next = next
    }

    func without(_ unwanted: Int) -> Action? {
      if ticket == unwanted { return next }
      return next.map { Action(ticket, run, $0.without(unwanted)) } ?? self
    }
  }

  private struct State {
    var reason: CancellationReason?
    var actions: Action?
    var lastTicket = 0
    var parentTicket = 0
  }

  private let state = Mutex(State())
  private let parent: (any Cancellation)?

  package init(parent: (any Cancellation)? = nil) {
    self.parent = parent
    guard let parent else { return }
    let ticket = parent.onCancel { [weak self] reason in self?.cancel(reason) }
    state.withLock { $0.parentTicket = ticket }
  }

  deinit {
    if let parent { parent.forget(state.withLock { $0.parentTicket }) }
  }

  package var reason: CancellationReason? { state.withLock { $0.reason } }

  /// Tells the work to stop; only the first reason counts.
  package func cancel(_ reason: CancellationReason) {
    var next: Action? = state.withLock { state in
      guard state.reason == nil else { return nil }
      state.reason = reason
      defer { state.actions = nil }
      return state.actions
    }
    while let action = next {
      action.run(reason)
      next = action.next
    }
  }

  package func onCancel(_ action: @escaping @Sendable (CancellationReason) -> Void) -> Int {
    let (ticket, reason) = state.withLock { state in
      state.lastTicket += 1
      if state.reason == nil { state.actions = Action(state.lastTicket, action, state.actions) }
      return (state.lastTicket, state.reason)
    }
    if let reason { action(reason) }
    return ticket
  }

  package func forget(_ ticket: Int) {
    state.withLock { $0.actions = $0.actions?.without(ticket) }
  }
}
