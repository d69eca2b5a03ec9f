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
    (self.pid, self.loop, self.onEnd) = (pid, loop, onEnd)
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
    exit = answer < 0 ? .status(255) : IntentResult.HandlerExit(waitStatus: status)
    stopWatching()
    onEnd?()
    onEnd = nil
  }

  private func stopWatching() {
    loop.signals.forget(&listener)
    if watch == nil { return }
    loop.forget(&watch)
    close(handle)
  }
}

extension IntentResult.HandlerExit {
  /// Reads what wait(2) says.
  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// A program whose lines are reported while it runs; what it writes to its second stream is dropped.
///
/// All of it belongs to the thread of the loop.
final class RunningStream: ProgramStream, @unchecked Sendable {
  private static let longestLine = 1 << 16

  private let loop: EventLoop
  private let adoptsOrphans: Bool
  private let report: @Sendable (ProgramEvent) -> Void
  private let output: HeldDescriptor
  private var program: Program?
  private var watch: Watch?
  private var line: [UInt8] = []
  private var isStopped = false

  init(
    _ request: ProcessRequest, _ loop: EventLoop, adoptsOrphans: Bool,
    _ report: @escaping @Sendable (ProgramEvent) -> Void
  ) throws(Failure) {
    (self.loop, self.adoptsOrphans, self.report) = (loop, adoptsOrphans, report)
    let pipe = try Pipe(for: request)
    output = pipe.reading
    _ = fcntl(output.descriptor, F_SETFL, O_NONBLOCK)
    let unread = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard unread >= 0 else { throw request.cannotRun(ErrorNumber.current.text) }
    defer { close(unread) }
    let pid = try RunningPrograms.add(adopting: adoptsOrphans) { () throws(Failure) in
      try request.spawn(input: -1, output: pipe.writing.descriptor, errors: unread)
    }
    program = Program(pid, loop, onEnd: { [weak self] in self?.programEnded() })
    watch = loop.watch(output.descriptor, .readable) { [weak self] in self?.collect() }
  }

  var hasEnded: Bool { program?.hasEnded ?? true }

  func stop() async {
    isStopped = true
    loop.forget(&watch)
    guard let program else { return }
    self.program = nil
    await ProcessSweep(program: program, loop: loop, adoptsOrphans: adoptsOrphans).run()
    RunningPrograms.remove(program.pid)
  }

  private func programEnded() {
    guard !isStopped else { return }
    collect()
    report(.ended)
  }

  private func collect() {
    withUnsafeTemporaryAllocation(byteCount: Self.longestLine, alignment: 16) { buffer in
      let count = read(output.descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        loop.forget(&watch)
      }
    }
  }

  private func take(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      let text = String(decoding: line, as: UTF8.self)
      line.removeAll(keepingCapacity: true)
      rest = rest[(end + 1)...]
      if !isStopped { report(.line(text)) }
    }
    keep(rest)
  }

  private func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
    line.append(contentsOf: bytes.prefix(Self.longestLine - line.count))
  }
}
