package import IntentCore

/// Users and groups as their files have them, without the name service (passwd(5), group(5)).
///
/// Both are read anew at each question: what they say now is what counts, not what they said at the login.
package struct Accounts: Sendable {
  private static let limit = 16 << 20

  /// The effective user who is asked about.
  package let user: UInt32
  let files: World.Files

  package init(user: UInt32, files: World.Files) {
    self.user = user
    self.files = files
  }

  /// Whether the user is the one of this name; of several lines with a name the first counts.
  package func isUser(_ name: String) -> Bool {
    var isUser = false
    visit("/etc/passwd") { fields in
      guard fields.count >= 4, fields[0].elementsEqual(name.utf8) else { return false }
      isUser = Self.number(fields[2]) == user
      return true
    }
    return isUser
  }

  /// Whether the group of this name is the user's own, or lists one of the user's names.
  package func isMember(_ name: String) -> Bool {
    var group: UInt32?
    var members: [[UInt8]] = []
    visit("/etc/group") { fields in
      guard fields.count >= 4, fields[0].elementsEqual(name.utf8) else { return false }
      group = Self.number(fields[2])
      members = fields[3].split(separator: UInt8(ascii: ",")).map(Array.init)
      return true
    }
    guard let group else { return false }
    var isMember = false
    visit("/etc/passwd") { fields in
      guard fields.count >= 4, Self.number(fields[2]) == user else { return false }
      isMember = Self.number(fields[3]) == group || members.contains { $0.elementsEqual(fields[0]) }
      return isMember
    }
    return isMember
  }

  /// The user's name, `nil` when the file does not say or the name has other letters than useradd(8) lets it have.
  package var plainName: String? {
    var name: String?
    visit("/etc/passwd") { fields in
      guard fields.count >= 4, Self.number(fields[2]) == user else { return false }
      if !fields[0].isEmpty, fields[0].allSatisfy(Self.isPlain) {
        name = String(decoding: fields[0], as: UTF8.self)
      }
      return true
    }
    return name
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Goes line by line until the body has seen enough.
  private func visit(_ path: String, _ body: ([ArraySlice<UInt8>]) -> Bool) {
    guard let bytes = files.read(path, Self.limit) else { return }
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      if body(line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)) { return }
    }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
    digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      ? UInt32(String(decoding: digits, as: UTF8.self)) : nil
  }
}
