import IntentCore
import Synchronization
import TestSupport

/// A clock that passes only by waiting: 12:30:00 on 30 November 2026, three hours east of Greenwich.
final class GoldenClock: Sendable {
  private struct Times {
    var wall = WallTime(microseconds: 1_796_031_000_000_000)
    var monotonic = MonotonicTime(nanoseconds: 1_000_000_000)
    /// Cancelled when their moment has come, whoever waits then.
    var limits: [(at: MonotonicTime, length: Duration, cancellation: TestCancellation)] = []
  }

  private let times = Mutex(Times())
  private let world = ScriptedWorld()

  var now: MonotonicTime { times.withLock { $0.monotonic } }

  var clock: World.Clock {
    World.Clock(
      wall: { [self] in times.withLock { $0.wall } }, monotonic: { [self] in now },
      local: world.world.clock.local,
      wait: { [self] until, cancellation throws(Failure) in
        if let reason = cancellation.reason { throw reason.failure }
        pass(until - now)
        if let reason = cancellation.reason { throw reason.failure }
      })
  }

  /// Lets time pass, no further than to the next limit.
  func pass(_ duration: Duration) {
    let due = times.withLock { times -> (Duration, TestCancellation)? in
      let end = times.monotonic + max(duration, .zero)
      let next = times.limits.filter { $0.cancellation.reason == nil }.min { $0.at < $1.at }
      let reached = next.map { min($0.at, end) } ?? end
      times.wall = times.wall + (reached - times.monotonic)
      times.monotonic = reached
      guard let next, next.at <= end else { return nil }
      return (next.length, next.cancellation)
    }
    if let (limit, cancellation) = due { cancellation.cancel(.deadline(limit)) }
  }

  func limit(_ length: Duration) -> TestCancellation {
    let cancellation = TestCancellation()
    times.withLock { times in
      times.limits.append((times.monotonic + length, length, cancellation))
    }
    return cancellation
  }

  func end(_ limit: TestCancellation) {
    times.withLock { $0.limits.removeAll { $0.cancellation === limit } }
  }
}
