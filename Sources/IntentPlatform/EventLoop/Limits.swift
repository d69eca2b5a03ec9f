package import IntentCore

extension EventLoop {
  /// Runs the work under a cancellation of its own that says `deadline` once the limit has passed.
  package func withLimit<T, E: Error>(
    _ limit: Duration, under parent: (any Cancellation)?,
    _ work: (CancellationSource) async throws(E) -> T
  ) async throws(E) -> T {
    try await withLimit(limit, endingAt: EventLoop.now() + limit, under: parent, work)
  }

  /// The same for a limit that began before and ends at the given moment.
  package func withLimit<T, E: Error>(
    _ limit: Duration, endingAt end: MonotonicTime, under parent: (any Cancellation)?,
    _ work: (CancellationSource) async throws(E) -> T
  ) async throws(E) -> T {
    let source = CancellationSource(parent: parent)
    let timer = schedule(at: end) { source.cancel(.deadline(limit)) }
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
