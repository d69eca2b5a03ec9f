package import IntentCore
internal import Synchronization

/// Lets one task sleep until the first of several events; it stays awake after that.
final class Wake: @unchecked Sendable {
  private var sleeper: UnsafeContinuation<Void, Never>?
  private var isFired = false

  func fire() {
    isFired = true
    sleeper?.resume()
    sleeper = nil
  }

  func wait() async {
    if isFired { return }
    await withUnsafeContinuation { sleeper = $0 }
  }
}

extension EventLoop {
  /// Waits until the moment has come; fails with the reason when cancelled before.
  package func wait(until time: MonotonicTime, _ cancellation: any Cancellation) async throws(Failure) {
    if let reason = cancellation.reason { throw reason.failure }
    await sleep(Wake(), until: time, cancellation)
    if let reason = cancellation.reason { throw reason.failure }
  }

  /// Sleeps until the wake is fired, the moment comes or the work must stop.
  func sleep(
    _ wake: Wake, until time: MonotonicTime? = nil, _ cancellation: (any Cancellation)? = nil
  ) async {
    let timer = time.map { schedule(at: $0) { wake.fire() } }
    let ticket = cancellation?.onCancel { _ in wake.fire() }
    await wake.wait()
    if let timer { forget(timer) }
    if let ticket { cancellation?.forget(ticket) }
  }

  /// Runs the work under a cancellation of its own that says `deadline` once the limit has passed.
  ///
  /// - Parameter end: When a limit ends that began before.
  package func withLimit<T, E: Error>(
    _ limit: Duration, endingAt end: MonotonicTime? = nil, under parent: (any Cancellation)?,
    _ work: (CancellationSource) async throws(E) -> T
  ) async throws(E) -> T {
    let source = CancellationSource(parent: parent)
    let timer = schedule(at: end ?? EventLoop.now() + limit) { source.cancel(.deadline(limit)) }
    defer { forget(timer) }
    return try await work(source)
  }

  /// Cancels the source when SIGINT, SIGTERM, SIGHUP or SIGQUIT comes, unless we were started with it ignored.
  /// They keep their usual effect until the loop first waits.
  package func cancelOnSignals(_ source: CancellationSource) {
    signals.wantTerminations()
    signals.listen { event in
      if case .termination(let number) = event { source.cancel(.signal(number)) }
    }
  }
}

/// A cancellation that its owner can pull; it is pulled with its parent's too.
package final class CancellationSource: Cancellation {
  /// What is to be done, linked, the newest first.
  private final class Action: Sendable {
    let ticket: Int
    let run: @Sendable (CancellationReason) -> Void
    let next: Action?

    init(_ ticket: Int, _ run: @escaping @Sendable (CancellationReason) -> Void, _ next: Action?) {
      (self.ticket, self.run, self.next) = (ticket, run, next)
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

  deinit { if let parent { parent.forget(state.withLock { $0.parentTicket }) } }

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

  package func forget(_ ticket: Int) { state.withLock { $0.actions = $0.actions?.without(ticket) } }
}
