internal import CPlatform
internal import Glibc
package import IntentCore

/// Runs tasks on the thread that calls it and waits for everything they wait for with one poll(2).
///
/// All of its state belongs to that one thread; a wake from another thread is a mistake that stops us.
package final class EventLoop: TaskExecutor, @unchecked Sendable {
  private let thread = pthread_self()
  private var jobs = PlainQueue<UnownedJob>()
  private var polled = PlainQueue<pollfd>()
  private var isDone = false
  private var watches: Watch?
  private var timers: LoopTimer?
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
    watches.visit { watch in
      watch.place = polled.count
      polled.append(pollfd(fd: watch.descriptor, events: watch.interest.events, revents: 0))
    }
    precondition(limit >= 0 || !polled.isEmpty, "nothing left to wait for")
    let ready = cplatform_poll(polled.start, nfds_t(polled.count), Int64(limit))
    fireTimers()
    guard ready > 0 else { return }
    watches.visit { watch in
      if watch.isActive, watch.place >= 0, polled[watch.place].revents != 0 { watch.action() }
    }
  }
}

/// What to wait for on a descriptor; its end and its errors always count.
enum Interest {
  case readable, writable

  fileprivate var events: Int16 { Int16(self == .readable ? POLLIN : POLLOUT) }
}

/// A descriptor that the loop looks at, and what it does each time the descriptor is ready.
final class Watch: Linked {
  fileprivate let descriptor: Int32
  fileprivate let interest: Interest
  fileprivate let action: () -> Void
  fileprivate var isActive = true
  /// Where it stands in the poll, -1 while it was in none.
  fileprivate var place = -1
  var next: Watch?

  fileprivate init(_ descriptor: Int32, _ interest: Interest, _ action: @escaping () -> Void, _ next: Watch?)
  {
    (self.descriptor, self.interest, self.action, self.next) = (descriptor, interest, action, next)
  }
}

extension EventLoop {
  /// Calls the action whenever the descriptor is ready, until `forget`.
  @discardableResult
  func watch(_ descriptor: Int32, _ interest: Interest, _ action: @escaping () -> Void) -> Watch {
    let watch = Watch(descriptor, interest, action, watches)
    watches = watch
    return watch
  }

  func forget(_ watch: Watch) {
    watch.isActive = false
    watches.remove(watch)
  }

  /// Forgets a watch where there is one.
  func forget(_ watch: inout Watch?) {
    if let watch { forget(watch) }
    watch = nil
  }

  /// Calls the action once when the reader of a pipe that we write to has gone; never for anything but a pipe, which
  /// alone poll(2) watches without reading.
  package func onHangUp(of descriptor: Int32, _ action: @escaping @Sendable () -> Void) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO else { return }
    var watching: Watch?
    watching = watch(descriptor, .readable) { [unowned self] in
      forget(&watching)
      action()
    }
  }
}

/// A moment at which the loop does something; it belongs to the thread of the loop.
final class LoopTimer: Linked, @unchecked Sendable {
  fileprivate var time: MonotonicTime
  /// Answers after how long it is to be done again.
  fileprivate let action: () -> Duration?
  var next: LoopTimer?

  fileprivate init(_ time: MonotonicTime, _ action: @escaping () -> Duration?) {
    (self.time, self.action) = (time, action)
  }
}

extension EventLoop {
  /// The moment on the clock that the loop waits by.
  package static func now() -> MonotonicTime { World.Clock.monotonicNow() }

  /// Does something once.
  func schedule(at time: MonotonicTime, _ action: @escaping () -> Void) -> LoopTimer {
    let timer = LoopTimer(time) {
      action()
      return nil
    }
    insert(timer)
    return timer
  }

  /// Calls the action after a time, and again after each time that it answers, until what this answers is called.
  package func after(
    _ delay: Duration, _ action: @escaping @Sendable () -> Duration?
  ) -> @Sendable () -> Void {
    let timer = LoopTimer(EventLoop.now() + delay, action)
    insert(timer)
    return { self.forget(timer) }
  }

  /// Timers are kept by their time, those of one moment in the order they were made.
  private func insert(_ timer: LoopTimer) {
    guard var before = timers, before.time <= timer.time else {
      timer.next = timers
      timers = timer
      return
    }
    while let later = before.next, later.time <= timer.time { before = later }
    timer.next = before.next
    before.next = timer
  }

  func forget(_ timer: LoopTimer) { timers.remove(timer) }

  /// How long to the next timer, -1 without one.
  private func nanosecondsToNextTimer() -> Int {
    guard let first = timers?.time else { return -1 }
    return max(0, first.nanoseconds - EventLoop.now().nanoseconds)
  }

  /// Does what is due, the earliest first.
  private func fireTimers() {
    guard timers != nil else { return }
    let now = EventLoop.now()
    while let timer = timers, timer.time <= now {
      timers = timer.next
      guard let delay = timer.action() else { continue }
      timer.time = EventLoop.now() + delay
      insert(timer)
    }
  }
}
