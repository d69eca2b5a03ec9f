internal import CPlatform
internal import Glibc
package import IntentCore

/// Wakes a guard at the next deadline, by the wall clock or by the time since the boot, and when deadlines
/// change or the wall clock is set; in between it costs nothing.
///
/// Both timers count sleep: one that passed while the machine slept has expired when it wakes up.
///
/// Like the loop, it belongs to one thread.
package final class DeadlineAlarm: @unchecked Sendable {
  private let loop: EventLoop
  private let marker: String
  private let wall: Int32
  private let boot: Int32
  private var changes: Int32 = -1

  package init(_ loop: EventLoop, stateFolder: String) throws(Failure) {
    self.loop = loop
    marker = stateFolder + "/" + DeadlineMarker.name
    wall = cplatform_timer(false)
    boot = cplatform_timer(true)
    guard wall >= 0, boot >= 0 else {
      throw Failure(.unavailable, ["name": "timerfd", "reason": .text(ErrorNumber.current.text)])
    }
  }

  deinit { for descriptor in [wall, boot, changes] where descriptor >= 0 { close(descriptor) } }

  /// Listens for changes from now on; to be called before the deadlines are read. Without a marker, or without a
  /// watch for it, only the timers wake.
  package func listen() {
    if changes >= 0 { close(changes) }
    changes = cplatform_watch_file(marker)
  }

  /// Waits for what comes first; a date or moment that is `nil` never comes. Fails with the reason when cancelled.
  package func wait(
    until due: WallTime?, latest: BootTime?, _ cancellation: any Cancellation
  ) async throws(Failure) {
    _ = cplatform_timer_set(wall, false, due.map { Int64(max(0, $0.microseconds)) } ?? -1)
    _ = cplatform_timer_set(boot, true, latest.map { Int64(max(0, $0.microseconds)) } ?? -1)
    if let reason = cancellation.reason { throw reason.failure }
    let wake = Wake()
    let watches = [wall, boot, changes].filter { $0 >= 0 }.map { descriptor in
      loop.watch(descriptor, .readable) {
        cplatform_drain(descriptor)
        wake.fire()
      }
    }
    cplatform_forget_code()
    await loop.sleep(wake, cancellation)
    for watch in watches { loop.forget(watch) }
    if let reason = cancellation.reason { throw reason.failure }
  }
}
