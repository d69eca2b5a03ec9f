internal import CPlatform
internal import Glibc
package import IntentCore

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

  /// Whether standard input is open and no terminal.
  package var inputIsPiped: Bool { !wasClosed(.input) && isatty(STDIN_FILENO) == 0 }

  /// Reads standard input to its end, whatever it is; fails with `file.unreadable` or `file.too-large`.
  package func readInput(limit: Int) throws(Failure) -> [UInt8] {
    let answer =
      wasClosed(.input) ? .failure(.init(EBADF)) : StandardStream.readAll(STDIN_FILENO, limit: limit)
    return try StandardStream.checked(answer, "standard input", limit)
  }

  /// Reads what a path names to its end, a pipe as well; fails with `file.missing`, `file.unreadable` or
  /// `file.too-large`.
  package static func readInput(from path: String, limit: Int) throws(Failure) -> [UInt8] {
    let file: Descriptor
    do throws(FileProblem) {
      file = try Descriptor(open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC))
    } catch {
      throw error.failure(file: path)
    }
    return try checked(readAll(file.number, limit: limit), .text(path), limit)
  }

  private static func checked(
    _ answer: Result<[UInt8], ErrorNumber>, _ name: FaultArgument, _ limit: Int
  ) throws(Failure) -> [UInt8] {
    switch answer {
    case .failure(let number): throw Failure(.fileUnreadable, ["path": name, "reason": number.argument])
    case .success(let bytes) where bytes.count > limit:
      throw Failure(
        .fileTooLarge, ["path": name, "size": .integer(bytes.count), "limit": .integer(limit)])
    case .success(let bytes): return bytes
    }
  }

  /// Reads a descriptor that the caller handed on to its end, at most so many bytes, and closes it; fails with
  /// `key.unreadable`.
  @Sendable package static func readHanded(_ number: Int32, limit: Int) throws(Failure) -> [UInt8] {
    // Those of this process' own are closed when a program is started; what a program was started with is not.
    let flags = fcntl(number, F_GETFD)
    guard flags >= 0, flags & FD_CLOEXEC == 0 else {
      throw Failure(.keyUnreadable, ["reason": ErrorNumber(EBADF).argument])
    }
    let answer = readAll(number, limit: limit)
    close(number)
    switch answer {
    case .success(let bytes): return bytes
    case .failure(let number): throw Failure(.keyUnreadable, ["reason": number.argument])
    }
  }

  /// Reads to the end, but at most one byte beyond the limit; waits for what is still to come.
  package static func readAll(_ descriptor: Int32, limit: Int) -> Result<[UInt8], ErrorNumber> {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = Glibc.read(descriptor, &piece, min(piece.count, limit + 1 - bytes.count))
      if count == 0 { break }
      if count > 0 {
        bytes += piece[..<count]
      } else if errno != EINTR, !waitIfBusy(descriptor, for: POLLIN) {
        return .failure(.current)
      }
    }
    return .success(bytes)
  }

  /// Whether the last call only came too early; waits until it is time. Leaves `errno` alone otherwise.
  private static func waitIfBusy(_ descriptor: Int32, for events: Int32) -> Bool {
    guard errno == EAGAIN else { return false }
    var ready = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&ready, 1, -1) >= 0 || errno == EINTR
  }

  /// Writes everything, however many calls it takes; answers why not all of it was written.
  package static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> ErrorNumber? {
    bytes.withUnsafeBytes { rest in
      var rest = rest[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR, !waitIfBusy(descriptor, for: POLLOUT) {
          return .current
        }
      }
      return nil
    }
  }
}
