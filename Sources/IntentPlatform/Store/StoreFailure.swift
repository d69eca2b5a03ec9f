internal import Glibc
internal import IntentCore

/// What can be wrong with the store, each with the command that mends it.
enum StoreFailure {
  /// The path is no database of ours, or not a file or folder of its own.
  static func damaged(_ path: String) -> Failure {
    Failure(.storeDamaged, ["path": .text(path), "repair": movingAside(path)])
  }

  /// The path belongs to another user.
  static func foreign(_ path: String) -> Failure {
    Failure(.storeForeign, ["path": .text(path), "repair": movingAside(path)])
  }

  /// Others may write to the path.
  static func open(_ path: String) -> Failure {
    Failure(.storeForeign, ["path": .text(path), "repair": .list(["chmod", "go-w", path])])
  }

  /// A later version of the program wrote the file.
  static func newer(_ path: String) -> Failure {
    Failure(.storeNewer, ["path": .text(path), "repair": movingAside(path)])
  }

  static func unwritable(_ path: String, reason: String) -> Failure {
    Failure(.storeUnwritable, ["path": .text(path), "reason": .text(reason)])
  }

  static func unwritable(_ path: String, code: Int32) -> Failure {
    unwritable(path, reason: String(cString: strerror(code)))
  }

  private static func movingAside(_ path: String) -> FaultArgument { .list(["mv", path, path + ".broken"]) }
}
