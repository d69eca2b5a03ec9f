internal import CPlatform
internal import Glibc
package import IntentCore

/// Runs tasks on the thread that calls it and waits for everything they wait for with one poll(2).
///
/// All of its state belongs to that one thread; a wake from another thread is a mistake that stops us.
/// Its lists are linked and its buffers plain memory because the first array of each element type
/// costs the start of a run more (20,000 instructions of type look-up) than all that it then does.
package final class EventLoop: TaskExecutor, @unchecked Sendable {
  private let thread = pthread_self()
  private var jobs = JobQueue()
  private var polled = PollList()
  private var isDone = false
  var watches: Watch?
  var timers: LoopTimer?
  let signals = SignalInbox()

  private init() {}

  /// Runs the work to its end on the calling thread.
  @inlinable
  package static func run<T>(
    _ work: @escaping @Sendable (EventLoop) async throws(Failure) -> T
  ) throws(Failure) -> T {
    nonisolated(unsafe) var result: Result<T, Failure>?
    runToEnd { loop in
      do throws(Failure) {
        result = .success(try await work(loop))
      } catch {
        result = .failure(error)
      }
    }
    return try result!.get()
  }

  /// Runs work that leaves its result to the caller itself.
  @usableFromInline
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
      while let job = jobs.next() { job.runSynchronously(on: executor) }
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
      watch.place = polled.append(watch.descriptor, watch.interest)
      next = watch.next
    }
    precondition(limit >= 0 || polled.count > 0, "nothing left to wait for")
    let ready = polled.wait(nanoseconds: limit)
    fireTimers()
    next = ready > 0 ? watches : nil
    while let watch = next {
      if watch.isActive, watch.place >= 0, polled.isReady(watch.place) { watch.action() }
      next = watch.next
    }
  }
}
