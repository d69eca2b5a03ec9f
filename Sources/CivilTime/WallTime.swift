/// A moment of the wall clock, in microseconds since 1970 (UTC).
package struct WallTime: Sendable, Hashable, Comparable {
  package var microseconds: Int

  package init(microseconds: Int) { self.microseconds = microseconds }

  package init(seconds: Int) { self.init(microseconds: seconds * 1_000_000) }

  /// Seconds since 1970, rounded down.
  package var wholeSeconds: Int { microseconds.floored(by: 1_000_000) }

  package static func < (left: WallTime, right: WallTime) -> Bool { left.microseconds < right.microseconds }

  package static func + (time: WallTime, duration: Duration) -> WallTime {
    WallTime(microseconds: time.microseconds + duration.wholeMicroseconds)
  }

  package static func - (left: WallTime, right: WallTime) -> Duration {
    .microseconds(left.microseconds - right.microseconds)
  }
}

/// A wall time in a place's calendar and zone.
package struct CalendarTime: Sendable, Equatable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  /// Seconds east of UTC.
  package var offset: Int

  package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, offset: Int) {
    (self.year, self.month, self.day, self.hour, self.minute) = (year, month, day, hour, minute)
    (self.second, self.offset) = (second, offset)
  }
}

extension Duration {
  package var wholeNanoseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? (seconds < 0 ? .min : .max) : whole + Int(attoseconds / 1_000_000_000)
  }

  package var wholeMicroseconds: Int { wholeNanoseconds / 1000 }
  package var wholeMilliseconds: Int { wholeNanoseconds / 1_000_000 }
}
