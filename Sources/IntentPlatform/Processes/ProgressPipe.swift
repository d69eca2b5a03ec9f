internal import CPlatform
internal import Glibc

/// Reads the lines by which a program tells how far it is.
final class ProgressPipe {
  /// The descriptor that a program writes them to.
  static let number: Int32 = 3
  /// A longer line is none.
  private static let longestLine = 4096

  private let loop: EventLoop
  private let take: @Sendable ([UInt8]) -> Void
  private var reading: PipeEnd?
  private var writing: PipeEnd?
  private var watch: Watch?
  private var line: [UInt8] = []

  init(_ pipe: Pipe, _ loop: EventLoop, _ take: @escaping @Sendable ([UInt8]) -> Void) {
    self.loop = loop
    self.take = take
    reading = pipe.reading
    writing = pipe.writing
    _ = cplatform_pipe_listen(pipe.reading.descriptor, false)
    watch = loop.watch(pipe.reading.descriptor, .readable) { [unowned self] in read() }
  }

  deinit { close() }

  var descriptorForProgram: Int32 { writing?.descriptor ?? -1 }

  func programStarted() { writing = nil }

  /// Takes what is there and lets the pipe go.
  func finish() {
    read()
    close()
  }

  private func close() {
    if let watch { loop.forget(watch) }
    watch = nil
    reading = nil
    writing = nil
  }

  private func read() {
    guard let descriptor = reading?.descriptor else { return }
    withUnsafeTemporaryAllocation(byteCount: Self.longestLine, alignment: 1) { buffer in
      // At most so much at once: a program that never stops must not keep the loop.
      for _ in 0..<16 {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        guard count > 0 else { return close() }
        for byte in buffer[..<count] { add(byte) }
      }
    }
  }

  private func add(_ byte: UInt8) {
    if byte != 0x0A {
      if line.count <= Self.longestLine { line.append(byte) }
      return
    }
    if line.count <= Self.longestLine, !line.isEmpty { take(line) }
    line.removeAll(keepingCapacity: true)
  }
}
