internal import Glibc
internal import IntentCore

/// A program whose lines are reported while it runs; what it writes to its second stream is dropped.
///
/// All of it belongs to the thread of the loop.
final class RunningStream: ProgramStream, @unchecked Sendable {
  private static let longestLine = 1 << 16

  private let loop: EventLoop
  private let adoptsOrphans: Bool
  private let report: @Sendable (ProgramEvent) -> Void
  private let output: PipeEnd
  private var program: Program?
  private var watch: Watch?
  private var line: [UInt8] = []
  private var isStopped = false

  init(
    _ request: ProcessRequest, _ loop: EventLoop, adoptsOrphans: Bool,
    _ report: @escaping @Sendable (ProgramEvent) -> Void
  ) throws(Failure) {
    self.loop = loop
    self.adoptsOrphans = adoptsOrphans
    self.report = report
    let pipe: Pipe
    do throws(SystemError) {
      pipe = try Pipe(packets: false)
    } catch {
      throw request.cannotRun(error.text)
    }
    output = pipe.reading
    _ = fcntl(output.descriptor, F_SETFL, O_NONBLOCK)
    let unread = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard unread >= 0 else { throw request.cannotRun(SystemError(number: errno).text) }
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
    forgetOutput()
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
        forgetOutput()
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

  private func forgetOutput() {
    if let watch { loop.forget(watch) }
    watch = nil
  }
}
