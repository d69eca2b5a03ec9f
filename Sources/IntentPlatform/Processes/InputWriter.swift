internal import CPlatform
internal import Glibc

/// Writes a program's input as fast as the program reads it; what it does not read is dropped.
final class InputWriter {
  private let loop: EventLoop
  private let bytes: [UInt8]
  private var written = 0
  private var failures = 0
  private var end: PipeEnd?
  private var watch: Watch?
  private static let ignoresBrokenPipes: Void = cplatform_ignore_broken_pipes()

  init(_ bytes: [UInt8], to end: PipeEnd, _ loop: EventLoop) {
    self.loop = loop
    self.bytes = bytes
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
    if let watch { loop.forget(watch) }
    watch = nil
    end = nil
  }
}
