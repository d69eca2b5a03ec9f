internal import Glibc
package import IntentCore

extension World.Clock {
  /// The clocks of this machine; waiting is the event loop's.
  package static func live(
    wait: @escaping @Sendable (MonotonicTime, any Cancellation) async throws(Failure) -> Void
  ) -> World.Clock {
    var clock = World.Clock(
      wall: wallNow, monotonic: monotonicNow, local: local, wait: wait, uptime: uptimeNow,
      bootIdentifier: { RowWriter.ownBoot })
    clock.localOfMachine = localOfMachine
    return clock
  }

  /// The wall clock (CLOCK_REALTIME).
  @Sendable package static func wallNow() -> WallTime {
    WallTime(microseconds: nanoseconds(CLOCK_REALTIME) / 1000)
  }

  /// The clock that nobody sets (CLOCK_MONOTONIC).
  @Sendable package static func monotonicNow() -> MonotonicTime {
    MonotonicTime(nanoseconds: nanoseconds(CLOCK_MONOTONIC))
  }

  /// The time since the machine started, sleep included (CLOCK_BOOTTIME).
  @Sendable package static func uptimeNow() -> Duration { .nanoseconds(nanoseconds(CLOCK_BOOTTIME)) }

  private static func nanoseconds(_ clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// The time in the caller's zone: `TZ`, else /etc/localtime, else UTC.
  @Sendable package static func local(_ time: WallTime) -> CalendarTime {
    var seconds = time.wholeSeconds
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

extension World.Clock {
  /// The time in the zone of /etc/localtime, whatever `TZ` says; the one thread may change the environment meanwhile.
  @Sendable package static func localOfMachine(_ time: WallTime) -> CalendarTime {
    guard let zone = getenv("TZ").flatMap({ strdup($0) }) else { return local(time) }
    unsetenv("TZ")
    tzset()
    defer {
      setenv("TZ", zone, 1)
      free(zone)
      tzset()
    }
    return local(time)
  }
}

/// Who wrote a row, and when in milliseconds since the boot (CLOCK_BOOTTIME).
struct RowWriter {
  var process: Int32
  /// The kernel's identifier of the boot; empty where it does not tell.
  var boot: String
  var uptime: Int

  static func current() -> RowWriter {
    RowWriter(process: getpid(), boot: ownBoot, uptime: World.Clock.uptimeNow().wholeMilliseconds)
  }

  fileprivate static let ownBoot = String(
    decoding: [UInt8](startOf: "/proc/sys/kernel/random/boot_id", limit: 36), as: UTF8.self)

  /// Whether the process still runs: same boot, same number, and not started after the row was written, which would
  /// be another process with that number.
  var isAlive: Bool {
    let own = Self.ownBoot
    if !own.isEmpty, !boot.isEmpty, own != boot { return false }
    if process <= 0 || kill(process, 0) != 0 && errno == ESRCH { return false }
    let ticks = sysconf(Int32(_SC_CLK_TCK))
    guard let status = ProcessStatus([UInt8](startOf: "/proc/\(process)/stat", limit: 1024)), ticks > 0,
      let start = status.start
    else { return true }
    return !status.hasEnded && start * 1000 / ticks <= uptime
  }
}
