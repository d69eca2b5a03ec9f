internal import CPlatform
internal import Glibc

/// Runs tasks on the thread that calls it and waits for everything they wait for with one poll(2).
///
/// All of its state belongs to that one thread; a wake from another thread is a mistake that stops us.
package final class EventLoop: TaskExecutor, @unchecked Sendable {
  private let thread = pthread_self()
  private var jobs = PlainQueue<UnownedJob>()
  private var polled = PlainQueue<pollfd>()
  private var isDone = false
  var watches: Watch?
  var timers: LoopTimer?
  let signals = SignalInbox()

  private init() {}

  /// Runs the work to its end on the calling thread; it leaves what it has to say to the caller itself.
  package static func runToEnd(_ work: @escaping @Sendable (EventLoop) async -> Void) {
    let loop = EventLoop()
    Task(executorPreference: loop) {
      await work(loop)
      loop.isDone = true
    }
    loop.drive()
    loop.signals.close()
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    precondition(pthread_equal(thread, pthread_self()) != 0, "woken from another thread")
    jobs.append(UnownedJob(job))
  }

  private func drive() {
    let executor = asUnownedTaskExecutor()
    while true {
      while let job = jobs.takeFirst() { job.runSynchronously(on: executor) }
      if isDone { return }
      waitOnce()
    }
  }

  /// Blocks the signals that something listens to, and takes them from now on.
  func receiveSignals() {
    if signals.open() { watch(signals.descriptor, .readable) { [signals] in signals.deliver() } }
  }

  private func waitOnce() {
    receiveSignals()
    let limit = nanosecondsToNextTimer()
    polled.removeAll()
    var next = watches
    while let watch = next {
      watch.place = polled.count
      polled.append(pollfd(fd: watch.descriptor, events: watch.interest.events, revents: 0))
      next = watch.next
    }
    precondition(limit >= 0 || !polled.isEmpty, "nothing left to wait for")
    let ready = cplatform_poll(polled.start, nfds_t(polled.count), Int64(limit))
    fireTimers()
    next = ready > 0 ? watches : nil
    while let watch = next {
      if watch.isActive, watch.place >= 0, polled[watch.place].revents != 0 { watch.action() }
      next = watch.next
    }
  }
}
