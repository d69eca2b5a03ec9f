internal import CPlatform
internal import Glibc
package import IntentCore

/// An open descriptor that closes itself.
struct Descriptor: ~Copyable, Sendable {
  let number: Int32

  /// Takes over a descriptor that a call answered; fails with the reason when it answered none.
  init(_ number: Int32) throws(FileProblem) {
    guard number >= 0 else { throw .current }
    self.number = number
  }

  deinit { close(number) }

  var status: stat {
    get throws(FileProblem) {
      var status = stat()
      guard fstat(number, &status) == 0 else { throw .current }
      return status
    }
  }

  /// Reads to the end; fails with `tooLarge` when there is more than the limit.
  ///
  /// - Parameter size: How much fstat(2) says there is, 0 in /proc.
  static func read(_ descriptor: Int32, limit: Int, size: Int = 0) throws(FileProblem) -> [UInt8] {
    guard size <= limit else { throw .tooLarge(size: size, limit: limit) }
    let bytes = try readAll(descriptor, atMost: min(limit, .max - 1) + 1, size: size)
    guard bytes.count <= limit else { throw .tooLarge(size: bytes.count, limit: limit) }
    return bytes
  }

  /// Reads to the end, but at most so many bytes; waits for what is still to come. A file that has the given size is
  /// read at once.
  static func readAll(_ descriptor: Int32, atMost most: Int, size: Int = 0) throws(FileProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    var next = size > 0 && size < .max ? size + 1 : 1024
    while bytes.count < most {
      let piece = try piece(descriptor, min(next, most - bytes.count))
      if bytes.isEmpty {
        bytes = piece
        if bytes.count == size { break }
      } else {
        bytes += piece
      }
      if piece.isEmpty { break }
      next = max(bytes.count, 4096)
    }
    return bytes
  }

  private static func piece(_ descriptor: Int32, _ size: Int) throws(FileProblem) -> [UInt8] {
    var problem: FileProblem?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      var result: Int
      repeat {
        result = Glibc.read(descriptor, buffer.baseAddress, size)
      } while result < 0 && mayRetry(descriptor, POLLIN)
      if result < 0 { problem = .current }
      count = max(result, 0)
    }
    if let problem { throw problem }
    return bytes
  }

  /// Writes everything, however many calls it takes; answers why not all of it was written.
  static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> ErrorNumber? {
    bytes.withUnsafeBytes { rest in
      var rest = rest[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if !mayRetry(descriptor, POLLOUT) {
          return .current
        }
      }
      return nil
    }
  }

  /// Whether the last call was only interrupted or came too early; waits until it is time. Leaves `errno` alone
  /// otherwise.
  private static func mayRetry(_ descriptor: Int32, _ events: Int32) -> Bool {
    if errno == EINTR { return true }
    guard errno == EAGAIN else { return false }
    var ready = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&ready, 1, -1) >= 0 || errno == EINTR
  }
}

extension [UInt8] {
  /// The start of an open file, as one pread(2) reads it; empty where it cannot be read.
  init(startOf descriptor: Int32, limit: Int) {
    self.init(unsafeUninitializedCapacity: limit) { buffer, count in
      count = Swift.max(0, pread(descriptor, buffer.baseAddress, limit, 0))
    }
  }

  /// The start of a file by its path.
  init(startOf path: String, limit: Int) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    self.init(startOf: file, limit: limit)
    if file >= 0 { close(file) }
  }
}

/// Visits the names in an open folder, which is closed then.
func visitNames(_ folder: OpaquePointer, _ visit: (UnsafeRawBufferPointer) -> Void) throws(FileProblem) {
  defer { closedir(folder) }
  while true {
    errno = 0
    guard let entry = readdir(folder) else {
      if errno != 0 { throw .current }
      return
    }
    withUnsafeBytes(of: &entry.pointee.d_name) {
      visit(UnsafeRawBufferPointer(rebasing: $0.prefix { $0 != 0 }))
    }
  }
}

extension String {
  /// The folder that a path lies in; `nil` for a name alone.
  var folderOfPath: String? {
    utf8.lastIndex(of: UInt8(ascii: "/")).map { $0 == startIndex ? "/" : String(self[..<$0]) }
  }
}

extension UInt8 {
  /// Whether it is an ASCII letter, a digit, `.`, `_` or `-`.
  var isPlain: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// Why a system call failed (errno(3)).
package struct ErrorNumber: Error, Sendable, Equatable {
  package var code: Int32

  init(_ code: Int32) { self.code = code }

  /// Of the system call that failed just now on this thread.
  static var current: ErrorNumber { ErrorNumber(errno) }

  package var text: String { String(cString: strerror(code)) }

  package var argument: FaultArgument { .text(text) }

  /// Whether nobody reads any more what was written.
  package var isBrokenPipe: Bool { code == EPIPE }

  func means(_ codes: Int32...) -> Bool { codes.contains(code) }
}

/// Why a file could not be used, before it is known what to call the file in a message.
enum FileProblem: Error, Equatable {
  case system(ErrorNumber)
  /// There is something else than a regular file, such as "a FIFO".
  case irregular(FaultArgument)
  case tooLarge(size: Int, limit: Int)

  /// The system call that failed just now.
  static var current: FileProblem { .system(.current) }

  /// What the system says of it.
  var reason: FaultArgument { if case .system(let number) = self { number.argument } else { "" } }

  /// The failure for a file that was to be read.
  func failure(file path: String) -> Failure { failure(path, .fileUnreadable, missing: [ENOENT, ENOTDIR]) }

  /// The failure for a folder that was to be read.
  func failure(folder path: String) -> Failure { failure(path, .folderUnreadable, missing: [ENOENT]) }

  /// The failure for a file or folder that was to be written, made or removed.
  func failure(writing path: String) -> Failure { failure(path, .fileWriteFailed, missing: []) }

  private func failure(_ path: String, _ code: FaultCode, missing: [Int32]) -> Failure {
    switch self {
    case .system(let number) where missing.contains(number.code): Failure(.fileMissing, ["path": .text(path)])
    case .system(let number): Failure(code, ["path": .text(path), "reason": number.argument])
    case .irregular(let kind): Failure(.fileNotRegular, ["path": .text(path), "kind": kind])
    case .tooLarge(let size, let limit):
      Failure(.fileTooLarge, ["path": .text(path), "size": .integer(size), "limit": .integer(limit)])
    }
  }
}

extension stat {
  /// Whether both are of one file.
  func isSameFile(as other: stat) -> Bool { st_ino == other.st_ino && st_dev == other.st_dev }

  /// What a message calls a thing that is no regular file; `nil` for a regular file.
  var irregularKind: FaultArgument? {
    switch st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a folder"
    case S_IFIFO: "a FIFO"
    case S_IFSOCK: "a socket"
    case S_IFLNK: "a link"
    default: "a device"
    }
  }
}
