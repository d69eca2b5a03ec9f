internal import CPlatform
internal import Glibc

/// One end of a pipe, closed when it is let go.
final class PipeEnd {
  let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }
}

/// A pipe to or from a program.
struct Pipe {
  let reading: PipeEnd
  let writing: PipeEnd

  /// Fails with an errno; `packets` keeps what each write wrote apart.
  init(packets: Bool) throws(SystemError) {
    var ends: (Int32, Int32) = (-1, -1)
    let error = withUnsafeMutablePointer(to: &ends) { pointer in
      pointer.withMemoryRebound(to: Int32.self, capacity: 2) { cplatform_pipe($0, packets) }
    }
    guard error == 0 else { throw SystemError(number: error) }
    reading = PipeEnd(ends.0)
    writing = PipeEnd(ends.1)
  }
}

/// What a system call answered (errno(3)).
struct SystemError: Error {
  let number: Int32

  var text: String { String(cString: strerror(number)) }
}
