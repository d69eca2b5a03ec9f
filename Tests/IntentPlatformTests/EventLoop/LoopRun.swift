import IntentCore
import IntentPlatform

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
}
