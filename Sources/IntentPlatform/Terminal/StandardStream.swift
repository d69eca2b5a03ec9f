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
    return wasClosed(kind) ? ErrorNumber(EBADF) : Descriptor.writeAll(kind.rawValue, bytes)
  }

  /// Whether standard input is open and no terminal.
  package var inputIsPiped: Bool { !wasClosed(.input) && isatty(STDIN_FILENO) == 0 }

  /// Reads standard input to its end, whatever it is; fails with `file.unreadable` or `file.too-large`.
  package func readInput(limit: Int) throws(Failure) -> [UInt8] {
    do throws(FileProblem) {
      if wasClosed(.input) { throw .system(ErrorNumber(EBADF)) }
      return try Descriptor.read(STDIN_FILENO, limit: limit)
    } catch {
      throw error.failure(file: "standard input")
    }
  }

  /// Reads what a path names to its end, a pipe as well; fails with `file.missing`, `file.unreadable` or
  /// `file.too-large`.
  package static func readInput(from path: String, limit: Int) throws(Failure) -> [UInt8] {
    do throws(FileProblem) {
      let file = try Descriptor(open(path, O_RDONLY | O_NOCTTY | O_CLOEXEC))
      return try Descriptor.read(file.number, limit: limit)
    } catch {
      throw error.failure(file: path)
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
    defer { close(number) }
    do throws(FileProblem) {
      return try Descriptor.readAll(number, atMost: limit + 1)
    } catch {
      throw Failure(.keyUnreadable, ["reason": error.reason])
    }
  }
}

/// What is known of the terminal behind a stream.
package struct TerminalFacts: Sendable, Equatable {
  package var isTerminal: Bool
  /// The columns, by the terminal or else by `COLUMNS`.
  package var width: Int?
  /// The value of `TERM`, empty when it is unset.
  package var name: String
}

extension TerminalFacts {
  /// Asks the terminal behind a descriptor.
  package init(_ descriptor: Int32, _ environment: Environment) {
    let columns = cplatform_terminal_width(descriptor)
    isTerminal = columns >= 0
    width =
      columns > 0 ? Int(columns) : environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    name = environment["TERM"] ?? ""
  }
}
