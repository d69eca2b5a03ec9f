internal import CPlatform
internal import Glibc

/// The three descriptors that a process starts with, made safe to use.
package struct StandardStream: Sendable {
  package enum Kind: Int32, Sendable { case input, output, errors }

  private let closed: Int32

  /// Readies the process before anything is opened.
  ///
  /// Closed descriptors are opened, so that no file takes their numbers; SIGPIPE is ignored; a crash
  /// ends the process without a report of its registers.
  package static func prepare() -> StandardStream {
    let closed = cplatform_open_standard_streams()
    cplatform_set_up_signals()
    return StandardStream(closed: closed)
  }

  package func wasClosed(_ kind: Kind) -> Bool { closed & 1 << kind.rawValue != 0 }

  /// Writes everything to output or errors; answers why not all of it was written, `EBADF` where the
  /// process started with the descriptor closed.
  package func write(_ bytes: [UInt8], to kind: Kind) -> ErrorNumber? {
    if bytes.isEmpty { return nil }
    return wasClosed(kind) ? ErrorNumber(EBADF) : StandardStream.writeAll(kind.rawValue, bytes)
  }

  /// Writes everything, however many calls it takes; answers why not all of it was written.
  package static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> ErrorNumber? {
    bytes.withUnsafeBytes { rest in
      var rest = rest[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
          continue
        }
        switch errno {
        case EINTR: continue
        case EAGAIN:
          var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          if poll(&ready, 1, -1) < 0, errno != EINTR { return .current }
        default: return .current
        }
      }
      return nil
    }
  }
}
