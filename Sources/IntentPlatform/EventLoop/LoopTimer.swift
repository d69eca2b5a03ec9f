internal import Glibc
package import IntentCore

/// A moment at which the loop does something, once.
final class LoopTimer {
  let time: MonotonicTime
  fileprivate let action: () -> Void
  fileprivate var next: LoopTimer?

  fileprivate init(_ time: MonotonicTime, _ action: @escaping () -> Void) {
    self.time = time
    self.action = action
  }
}

extension EventLoop {
  /// The moment on CLOCK_MONOTONIC.
  package static func now() -> MonotonicTime {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
  }

  /// Timers are kept by their time, those of one moment in the order they were made.
  func schedule(at time: MonotonicTime, _ action: @escaping () -> Void) -> LoopTimer {
    let timer = LoopTimer(time, action)
    guard var before = timers, before.time <= time else {
      timer.next = timers
      timers = timer
      return timer
    }
    while let later = before.next, later.time <= time { before = later }
    timer.next = before.next
    before.next = timer
    return timer
  }

  func forget(_ timer: LoopTimer) {
    if timers === timer {
      timers = timer.next
      return
    }
    var before = timers
    while let entry = before {
      if entry.next === timer {
        entry.next = timer.next
        return
      }
      before = entry.next
    }
  }

  /// How long to the next timer, -1 without one.
  func nanosecondsToNextTimer() -> Int {
    guard let first = timers?.time else { return -1 }
    let now = EventLoop.now()
    return first <= now ? 0 : first.nanoseconds - now.nanoseconds
  }

  /// Does what is due, the earliest first.
  func fireTimers() {
    guard timers != nil else { return }
    let now = EventLoop.now()
    while let timer = timers, timer.time <= now {
      timers = timer.next
      timer.action()
    }
  }
}
