internal import Glibc
internal import IntentCore

/// Why a file could not be used, before it is known what to call the file in a message.
enum FileProblem: Error, Equatable {
  case system(ErrorNumber)
  /// There is something else than a regular file, such as "a FIFO".
  case irregular(FaultArgument)
  case tooLarge(size: Int, limit: Int)

  /// The system call that failed just now.
  static var current: FileProblem { .system(.current) }

  /// The failure for a file that was to be read.
  func failure(file path: String) -> Failure {
    switch self {
    case .system(let number) where number.means(ENOENT, ENOTDIR): Failure(.fileMissing, ["path": .text(path)])
    case .system(let number): Failure(.fileUnreadable, ["path": .text(path), "reason": number.argument])
    case .irregular(let kind): Failure(.fileNotRegular, ["path": .text(path), "kind": kind])
    case .tooLarge(let size, let limit):
      Failure(.fileTooLarge, ["path": .text(path), "size": .integer(size), "limit": .integer(limit)])
    }
  }

  /// The failure for a folder that was to be read.
  func failure(folder path: String) -> Failure {
    switch self {
    case .system(let number) where number.means(ENOENT): Failure(.fileMissing, ["path": .text(path)])
    case .system(let number): Failure(.folderUnreadable, ["path": .text(path), "reason": number.argument])
    case .irregular, .tooLarge: failure(file: path)
    }
  }

  /// The failure for a file or folder that was to be written, made or removed.
  func failure(writing path: String) -> Failure {
    switch self {
    case .system(let number): Failure(.fileWriteFailed, ["path": .text(path), "reason": number.argument])
    case .irregular, .tooLarge: failure(file: path)
    }
  }
}
