package import IntentCore

extension EventLoop {
  /// Waits until the moment has come; fails with the reason when cancelled before.
  package func wait(until time: MonotonicTime, _ cancellation: any Cancellation) async throws(Failure) {
    if let reason = cancellation.reason { throw reason.failure }
    await sleep(Wake(), until: time, cancellation)
    if let reason = cancellation.reason { throw reason.failure }
  }

  /// Waits until the descriptor can be read or written without blocking, or has failed or ended;
  /// fails with the reason when cancelled before.
  package func wait(
    for descriptor: Int32, _ interest: Interest, _ cancellation: any Cancellation
  ) async throws(Failure) {
    if let reason = cancellation.reason { throw reason.failure }
    let wake = Wake()
    let watch = watch(descriptor, interest) { wake.fire() }
    await sleep(wake, until: nil, cancellation)
    forget(watch)
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
}
