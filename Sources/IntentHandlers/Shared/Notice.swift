internal import IntentCore
internal import Synchronization

/// Ends a wait early when something has happened; a cancellation of its own.
final class Notice: Cancellation {
  private struct State {
    var reason: CancellationReason?
    var action: (@Sendable (CancellationReason) -> Void)?
  }

  private let state = Mutex(State())

  var reason: CancellationReason? { state.withLock { $0.reason } }

  /// Ends the wait, or the next one.
  func give(_ reason: CancellationReason = .deadline(.zero)) {
    let action = state.withLock { state -> (@Sendable (CancellationReason) -> Void)? in
      guard state.reason == nil else { return nil }
      state.reason = reason
      defer { state.action = nil }
      return state.action
    }
    action?(reason)
  }

  /// Makes the notice fit for the next wait.
  func clear() { state.withLock { $0.reason = nil } }

  func onCancel(_ action: @escaping @Sendable (CancellationReason) -> Void) -> Int {
    let reason = state.withLock { state in
      if state.reason == nil { state.action = action }
      return state.reason
    }
    if let reason { action(reason) }
    return 1
  }

  func forget(_ ticket: Int) { state.withLock { $0.action = nil } }

  /// Waits until the moment or the notice; fails with the reason of the cancellation when that comes.
  func wait(until time: MonotonicTime, _ access: ProviderAccess) async throws(Failure) {
    let ticket = access.cancellation.onCancel { [self] reason in give(reason) }
    defer { access.cancellation.forget(ticket) }
    do throws(Failure) {
      try await access.world.clock.wait(time, self)
    } catch {
      if let reason = access.cancellation.reason { throw reason.failure }
    }
  }
}
