package import JSONSchema

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

extension MomentText {
  package init(_ clock: World.Clock) { self.init(now: clock.wall(), local: clock.local) }

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
