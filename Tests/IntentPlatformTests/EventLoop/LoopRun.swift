import IntentCore

@testable import IntentPlatform

extension EventLoop {
  /// Runs the work to its end, and hands on what it answers.
  static func run<T>(
    _ work: @escaping @Sendable (EventLoop) async throws(Failure) -> T
  ) throws(Failure) -> T {
    nonisolated(unsafe) var result: Result<T, Failure>?
    runToEnd { loop in
      do throws(Failure) {
        result = .success(try await work(loop))
      } catch {
        result = .failure(error)
      }
    }
    guard let result else { throw Failure(.internalError) }
    return try result.get()
  }

  /// Waits until the descriptor can be read or written without blocking; fails with the reason when cancelled before.
  func wait(
    for descriptor: Int32, _ interest: Interest, _ cancellation: any Cancellation
  ) async throws(Failure) {
    let wake = Wake()
    let watch = watch(descriptor, interest) { wake.fire() }
    await sleep(wake, until: nil, cancellation)
    forget(watch)
    if let reason = cancellation.reason { throw reason.failure }
  }
}
