internal import Glibc
package import IntentCore

extension World.Clock {
  /// The clocks of this machine; waiting is the event loop's.
  package static func live(
    wait: @escaping @Sendable (MonotonicTime, any Cancellation) async throws(Failure) -> Void
  ) -> World.Clock {
    World.Clock(
      wall: wallNow, monotonic: monotonicNow, local: local, wait: wait, uptime: uptimeNow,
      bootIdentifier: ProcessLiveness.bootIdentifier)
  }

  /// The wall clock (CLOCK_REALTIME).
  @Sendable package static func wallNow() -> WallTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return WallTime(microseconds: time.tv_sec * 1_000_000 + time.tv_nsec / 1000)
  }

  /// The clock that nobody sets (CLOCK_MONOTONIC).
  @Sendable package static func monotonicNow() -> MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
  }

  /// The time since the machine started, sleep included (CLOCK_BOOTTIME).
  @Sendable package static func uptimeNow() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return .nanoseconds(time.tv_sec * 1_000_000_000 + time.tv_nsec)
  }

  /// The time in the caller's zone: `TZ`, else /etc/localtime, else UTC.
  @Sendable package static func local(_ time: WallTime) -> CalendarTime {
    let (quotient, remainder) = time.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    var seconds = remainder < 0 ? quotient - 1 : quotient
    var parts = tm()
    if localtime_r(&seconds, &parts) == nil {
      // A year that does not fit in an int.
      (parts, seconds) = (tm(), 0)
      gmtime_r(&seconds, &parts)
    }
    return CalendarTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec),
      offset: parts.tm_gmtoff)
  }
}
