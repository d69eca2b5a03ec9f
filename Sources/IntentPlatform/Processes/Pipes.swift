internal import CPlatform
internal import Glibc
internal import IntentCore

/// A descriptor that is closed when nobody holds it any more.
final class HeldDescriptor {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }
}

/// A pipe to or from a program.
struct Pipe {
  let reading: HeldDescriptor
  let writing: HeldDescriptor

  /// Fails with `executableFailed`; `packets` keeps what each write wrote apart.
  init(for request: ProcessRequest, packets: Bool = false) throws(Failure) {
    var ends: (Int32, Int32) = (-1, -1)
    let error = withUnsafeMutablePointer(to: &ends) { pointer in
      pointer.withMemoryRebound(to: Int32.self, capacity: 2) { cplatform_pipe($0, packets) }
    }
    if error != 0 { throw request.cannotRun(ErrorNumber(error).text) }
    reading = HeldDescriptor(ends.0)
    writing = HeldDescriptor(ends.1)
  }
}

/// Writes a program's input as fast as the program reads it; what it does not read is dropped.
final class InputWriter {
  private let loop: EventLoop
  private let bytes: [UInt8]
  private var written = 0
  private var failures = 0
  private var end: HeldDescriptor?
  private var watch: Watch?
  private static let ignoresBrokenPipes: Void = cplatform_ignore_broken_pipes()

  init(_ bytes: [UInt8], to end: HeldDescriptor, _ loop: EventLoop) {
    (self.loop, self.bytes) = (loop, bytes)
    _ = Self.ignoresBrokenPipes
    let descriptor = end.descriptor
    _ = cplatform_pipe_listen(descriptor, false)
    self.end = end
    watch = loop.watch(descriptor, .writable) { [unowned self] in write(descriptor) }
  }

  deinit { stop() }

  private func write(_ descriptor: Int32) {
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written)
      }
      guard count > 0 else {
        if errno == EAGAIN || errno == EINTR { return }
        // A pipe that is read has nothing that could fail: what did is tried again, but not for ever.
        failures += 1
        if errno != EPIPE, failures < 4 { return }
        break
      }
      written += count
    }
    stop()
  }

  func stop() {
    loop.forget(&watch)
    end = nil
  }
}

/// Reads the lines by which a program tells how far it is.
final class ProgressPipe {
  /// The descriptor that a program writes them to.
  static let number: Int32 = 3
  /// A longer line is none.
  private static let longestLine = 4096

  private let loop: EventLoop
  private let take: @Sendable ([UInt8]) -> Void
  private var reading: HeldDescriptor?
  private var writing: HeldDescriptor?
  private var watch: Watch?
  private var line: [UInt8] = []

  init(_ pipe: Pipe, _ loop: EventLoop, _ take: @escaping @Sendable ([UInt8]) -> Void) {
    (self.loop, self.take) = (loop, take)
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
    loop.forget(&watch)
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
