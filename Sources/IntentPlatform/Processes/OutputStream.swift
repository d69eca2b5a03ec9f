internal import CPlatform
internal import Glibc
internal import IntentCore

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
  private var reading: PipeEnd?
  /// Kept to switch packets off; while it is open the stream has no end.
  private var writing: PipeEnd?

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
