internal import Glibc
internal import IntentCore

/// What can be wrong with the store, each with the command that mends it.
enum StoreFailure {
  /// The path is no database of ours, or not a file or folder of its own.
  static func damaged(_ path: String) -> Failure {
    Failure(.storeDamaged, ["path": .text(path), "repair": .text(movingAside(path))])
  }

  /// The path belongs to another user.
  static func foreign(_ path: String) -> Failure {
    Failure(.storeForeign, ["path": .text(path), "repair": .text(movingAside(path))])
  }

  /// Others may write to the path.
  static func open(_ path: String) -> Failure {
    Failure(.storeForeign, ["path": .text(path), "repair": .text("chmod go-w \(quoted(path))")])
  }

  /// A later version of the program wrote the file.
  static func newer(_ path: String) -> Failure {
    Failure(.storeNewer, ["path": .text(path), "repair": .text(movingAside(path))])
  }

  static func unwritable(_ path: String, reason: String) -> Failure {
    Failure(.storeUnwritable, ["path": .text(path), "reason": .text(reason)])
  }

  static func unwritable(_ path: String, code: Int32) -> Failure {
    unwritable(path, reason: String(cString: strerror(code)))
  }

  private static func movingAside(_ path: String) -> String {
    "mv \(quoted(path)) \(quoted(path + ".broken"))"
  }

  /// The path as one word of a shell.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
    if isPlain { return path }
    var word: [UInt8] = [UInt8(ascii: "'")]
    for byte in path.utf8 {
      if byte == UInt8(ascii: "'") { word += "'\\''".utf8 } else { word.append(byte) }
    }
    word.append(UInt8(ascii: "'"))
    return String(decoding: word, as: UTF8.self)
  }
}
