internal import IntentCore

/// The user database as a file, without the name service (passwd(5)).
struct Passwd {
  /// The home folder of a user, `nil` when the file does not say.
  static func home(of user: UInt32, in file: [UInt8]) -> String? {
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard fields.count >= 7, UInt32(String(decoding: fields[2], as: UTF8.self)) == user else { continue }
      guard let home = String(validating: fields[5], as: UTF8.self), isAbsolute(home) else { return nil }
      return home
    }
    return nil
  }

  static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }
}
