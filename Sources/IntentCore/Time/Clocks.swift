package import JSONSchema

/// The clocks of the machine, as closures.
package struct Clocks: Sendable {
  package var wall: @Sendable () -> WallTime
  package var monotonic: @Sendable () -> MonotonicTime
  package var local: @Sendable (WallTime) -> CalendarTime
  /// The time in the machine's own zone, whatever the caller's is; the caller's where it is not told.
  package var localOfMachine: (@Sendable (WallTime) -> CalendarTime)?
  /// The time since the machine started, sleep included (CLOCK_BOOTTIME).
  package var uptime: @Sendable () -> Duration
  /// The kernel's identifier of this boot; empty where it does not tell.
  package var bootIdentifier: @Sendable () -> String
  /// Waits until the moment has come; fails with the reason when cancelled before.
  package var wait: @Sendable (MonotonicTime, any Cancellation) async throws(Failure) -> Void

  package init(
    wall: @escaping @Sendable () -> WallTime, monotonic: @escaping @Sendable () -> MonotonicTime,
    local: @escaping @Sendable (WallTime) -> CalendarTime,
    wait: @escaping @Sendable (MonotonicTime, any Cancellation) async throws(Failure) -> Void,
    uptime: (@Sendable () -> Duration)? = nil, bootIdentifier: @escaping @Sendable () -> String = { "" }
  ) {
    (self.wall, self.monotonic, self.local, self.wait) = (wall, monotonic, local, wait)
    self.uptime = uptime ?? { .nanoseconds(monotonic().nanoseconds) }
    self.bootIdentifier = bootIdentifier
  }

  /// This moment, with the boot that it belongs to.
  package var boot: BootTime { BootTime(boot: bootIdentifier(), microseconds: uptime().wholeMicroseconds) }
}

/// A moment of the monotonic clock (CLOCK_MONOTONIC), in nanoseconds since an arbitrary start.
package struct MonotonicTime: Sendable, Hashable, Comparable {
  package var nanoseconds: Int

  package init(nanoseconds: Int) { self.nanoseconds = nanoseconds }

  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return MonotonicTime(nanoseconds: overflow ? .max : sum)
  }

  package static func - (left: MonotonicTime, right: MonotonicTime) -> Duration {
    .nanoseconds(left.nanoseconds - right.nanoseconds)
  }
}

/// A moment of one boot of the machine, which nobody sets and which sleep does not stop (CLOCK_BOOTTIME).
package struct BootTime: Sendable, Equatable {
  /// The kernel's identifier of the boot; empty where it does not tell.
  package var boot: String
  /// Microseconds since that boot.
  package var microseconds: Int

  package init(boot: String, microseconds: Int) { (self.boot, self.microseconds) = (boot, microseconds) }

  package static func + (time: BootTime, duration: Duration) -> BootTime {
    BootTime(boot: time.boot, microseconds: time.microseconds + duration.wholeMicroseconds)
  }

  /// How much time has passed since an earlier moment, `nil` when that belongs to another boot.
  package func since(_ earlier: BootTime) -> Duration? {
    guard !boot.isEmpty, boot.utf8.elementsEqual(earlier.boot.utf8) else { return nil }
    return .microseconds(microseconds - earlier.microseconds)
  }
}

extension MomentText {
  package init(_ clock: Clocks) { self.init(now: clock.wall(), local: clock.local) }

  /// The text in a format's own form; `nil` when it cannot be read so.
  package func standardText(_ text: String, in format: Format) -> String? {
    switch format {
    case .date: standardText(text, .date)
    case .dateTime: standardText(text, .dateTime)
    case .time: standardText(text, .time)
    default: nil
    }
  }
}

/// Dates and times for people.
package enum DateText {
  /// `12:30:05` on the day of `today`, else `2026-11-30 12:30:05`.
  package static func text(_ time: CalendarTime, today: CalendarTime) -> String {
    let isToday = time.year == today.year && time.month == today.month && time.day == today.day
    return isToday ? clock(time) : "\(date(time)) \(clock(time))"
  }

  /// `12:30:05`.
  package static func clock(_ time: CalendarTime) -> String {
    "\(time.hour.padded(2)):\(time.minute.padded(2)):\(time.second.padded(2))"
  }

  /// `2026-11-30`.
  package static func date(_ time: CalendarTime) -> String {
    "\(time.year.padded(4))-\(time.month.padded(2))-\(time.day.padded(2))"
  }
}

extension WallTime {
  /// The moment in UTC as RFC 3339 with microseconds, as in `2026-11-30T12:30:05.000000Z`.
  package var rfc3339: String {
    let dayLength = 86_400_000_000
    let rest = microseconds % dayLength
    let (second, micro) = (rest < 0 ? rest + dayLength : rest).quotientAndRemainder(dividingBy: 1_000_000)
    let (year, month, dayOfMonth) = CalendarDate(days: microseconds.floored(by: dayLength)).parts
    let time = CalendarTime(
      year: year, month: month, day: dayOfMonth, hour: second / 3600, minute: second / 60 % 60,
      second: second % 60, offset: 0)
    return "\(DateText.date(time))T\(DateText.clock(time)).\(micro.padded(6))Z"
  }
}
