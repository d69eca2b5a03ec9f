internal import CPlatform
internal import Glibc
internal import IntentCore

/// Reads both streams of a program while it runs, and how they were mixed.
final class OutputCollector {
  /// How much is read write by write to know the order exactly, a small write counting as 64 bytes. Beyond
  /// that the pipes become ordinary ones, twice as fast or more, and the order is the one of reading.
  private static let orderedBytes = 1 << 20
  /// How often one stream is read before the loop looks at everything else again.
  private static let readsInARow = 16

  let output: OutputStream
  let errors: OutputStream
  /// Fires when both streams have ended, or by whoever waits for that with a limit.
  let ended = Wake()
  private let loop: EventLoop
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private(set) var order: WriteOrder
  /// Whether writes are told apart, and whether the next ones still will be.
  private var isOrdering = true
  private var isOrderKnown = true
  private var received = 0
  private var listener: SignalInbox.Listener?

  init(_ output: OutputStream, _ errors: OutputStream, _ loop: EventLoop) {
    (self.output, self.errors, self.loop) = (output, errors, loop)
    order = WriteOrder(outputCapacity: output.capacity, errorsCapacity: errors.capacity)
    watch(output)
    watch(errors)
    isOrderKnown = listen()
  }

  deinit {
    close()
    buffer.deallocate()
  }

  /// Nobody holds the streams any more.
  var hasEnded: Bool { output.watch == nil && errors.watch == nil }

  private func watch(_ stream: OutputStream) {
    guard let descriptor = stream.descriptor else { return }
    stream.watch = loop.watch(descriptor, .readable) { [unowned self] in collect() }
  }

  /// Lets the pipes announce what is written; answers whether both do.
  private func listen() -> Bool {
    loop.signals.wantWrites()
    loop.receiveSignals()
    guard loop.signals.descriptor >= 0, let first = output.descriptor, let second = errors.descriptor else {
      return false
    }
    listener = loop.signals.listen { [unowned self] event in
      switch event {
      case .write(first): order.noticed(.output)
      case .write(second): order.noticed(.error)
      case .missedWrites: isOrderKnown = false
      default: break
      }
    }
    return cplatform_pipe_listen(first, true) && cplatform_pipe_listen(second, true)
  }

  /// Reads what is there.
  private func collect() {
    if !isOrdering {
      read(output)
      read(errors)
    } else {
      loop.signals.deliver()
      order.settle()
      read(output)
      read(errors)
      loop.signals.deliver()
      order.match()
      if !isOrderKnown { stopOrdering() }
    }
    if hasEnded { ended.fire() }
  }

  private func read(_ stream: OutputStream) {
    guard stream.watch != nil else { return }
    var reads = 0
    while isOrdering ? isOrderKnown : reads < Self.readsInARow {
      reads += 1
      switch stream.read(buffer) {
      case .nothingYet: return
      case .ended: return loop.forget(&stream.watch)
      case .bytes(let count, let kept):
        if isOrdering {
          received += max(count, 64)
          if received > Self.orderedBytes { isOrderKnown = false }
          order.received(stream.stream, kept: kept)
        } else {
          order.append(stream.stream, kept)
          if count < buffer.count { return }
        }
      }
    }
  }

  private func stopOrdering() {
    isOrdering = false
    order.finish()
    loop.signals.forget(&listener)
    output.mergeWrites()
    errors.mergeWrites()
  }

  /// The program has its own hold of the streams.
  func programStarted() { if !isOrderKnown { stopOrdering() } }

  /// The program has ended: reads what it wrote, and the end of its streams if nobody else holds them.
  func programEnded() {
    output.closeWritingEnd()
    errors.closeWritingEnd()
    collect()
  }

  /// Takes what is there and lets the streams go.
  func finish() {
    if !hasEnded { collect() }
    order.finish()
    close()
  }

  private func close() {
    loop.signals.forget(&listener)
    loop.forget(&output.watch)
    loop.forget(&errors.watch)
    output.close()
    errors.close()
  }
}

/// What a program writes to one of its streams: kept up to a limit, then counted.
final class OutputStream {
  enum Reading {
    case bytes(Int, kept: Int)
    case nothingYet
    case ended
  }

  let stream: Snippet.OutputLine.Stream
  let limit: Int
  /// How many packets the pipe holds.
  let capacity: Int
  private(set) var bytes: [UInt8] = []
  private(set) var dropped = 0
  private var failures = 0
  /// Looks for more, `nil` before the first look and once the stream has ended.
  var watch: Watch?
  private var reading: HeldDescriptor?
  /// Kept to switch packets off; while it is open the stream has no end.
  private var writing: HeldDescriptor?

  init(_ stream: Snippet.OutputLine.Stream, _ pipe: Pipe, limit: Int) {
    self.stream = stream
    self.limit = max(0, limit)
    capacity = Int(cplatform_pipe_enlarge(pipe.reading.descriptor)) / Int(getpagesize())
    reading = pipe.reading
    writing = pipe.writing
  }

  /// The reading end, `nil` once the stream has ended.
  var descriptor: Int32? { reading?.descriptor }

  /// What the program gets, -1 once the writing end is closed.
  var descriptorForProgram: Int32 { writing?.descriptor ?? -1 }

  /// Reads once into the buffer and keeps what there is room for.
  func read(_ buffer: UnsafeMutableRawBufferPointer) -> Reading {
    guard let descriptor else { return .ended }
    let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    if count > 0 {
      let kept = min(count, limit - bytes.count)
      if kept > 0 { bytes.append(contentsOf: buffer[..<kept]) }
      dropped += count - kept
      return .bytes(count, kept: kept)
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return .nothingYet }
    // A pipe has nothing that could fail: what did is tried again, but not for ever.
    if count < 0, failures < 3 {
      failures += 1
      return .nothingYet
    }
    reading = nil
    return .ended
  }

  /// Turns the pipe into an ordinary one whose writes are not told apart.
  func mergeWrites() {
    if let descriptor { _ = cplatform_pipe_listen(descriptor, false) }
    if let writing { cplatform_pipe_without_packets(writing.descriptor) }
    writing = nil
  }

  func closeWritingEnd() { writing = nil }

  func close() {
    writing = nil
    reading = nil
  }
}
