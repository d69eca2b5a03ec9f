internal import CPlatform
internal import Glibc
internal import IntentCore

/// A program that was started, until it has ended.
final class Program {
  let pid: pid_t
  private let loop: EventLoop
  private var handle: Int32 = -1
  private var watch: Watch?
  private var listener: SignalInbox.Listener?
  private var onEnd: (() -> Void)?
  private(set) var exit: IntentResult.HandlerExit?

  var hasEnded: Bool { exit != nil }

  /// Calls the action when the program has ended. A descriptor for the process (pidfd_open(2)) wakes
  /// for this one child whatever other threads do with SIGCHLD; where it is missing, as under valgrind,
  /// SIGCHLD wakes us.
  init(_ pid: pid_t, _ loop: EventLoop, onEnd: @escaping () -> Void) {
    self.pid = pid
    self.loop = loop
    self.onEnd = onEnd
    handle = cplatform_pidfd(pid)
    if handle >= 0 {
      watch = loop.watch(handle, .readable) { [unowned self] in reap() }
    } else {
      loop.signals.wantChildren()
      listener = loop.signals.listen { [unowned self] event in if event == .child { reap() } }
      loop.receiveSignals()
      reap()
    }
  }

  deinit { stopWatching() }

  private func reap() {
    var status: Int32 = 0
    let answer = waitpid(pid, &status, WNOHANG)
    if answer == 0 || (answer < 0 && errno == EINTR) { return }
    let signal = status & 0x7F
    exit = answer < 0 ? .status(255) : signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
    stopWatching()
    onEnd?()
    onEnd = nil
  }

  private func stopWatching() {
    if let listener { loop.signals.forget(listener) }
    listener = nil
    guard let watch else { return }
    loop.forget(watch)
    close(handle)
    self.watch = nil
  }
}
