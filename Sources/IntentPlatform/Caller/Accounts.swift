package import IntentCore

/// Users and groups as their files have them, without the name service (passwd(5), group(5)).
///
/// Both are read anew at each question: what they say now is what counts, not what they said at the login.
package struct Accounts: Sendable {
  /// The effective user who is asked about.
  private let user: UInt32
  private let files: World.Files

  package init(user: UInt32, files: World.Files) {
    (self.user, self.files) = (user, files)
  }

  /// Whether the user is the one of this name; of several lines with a name the first counts.
  package func isUser(_ name: String) -> Bool {
    let line = line("/etc/passwd") { $0[0].elementsEqual(name.utf8) }
    return line.map { Self.number($0[2]) == user } ?? false
  }

  /// Whether the group of this name is the user's own, or lists one of the user's names.
  package func isMember(_ name: String) -> Bool {
    guard let line = line("/etc/group", where: { $0[0].elementsEqual(name.utf8) }),
      let group = Self.number(line[2])
    else { return false }
    let members = line[3].split(separator: UInt8(ascii: ","))
    let own = self.line("/etc/passwd") { fields in
      isOwn(fields) && (Self.number(fields[3]) == group || members.contains { $0.elementsEqual(fields[0]) })
    }
    return own != nil
  }

  /// Whether the group of a number has no member but the user: nobody else is listed in it, or has it as the first.
  package func isPrivate(_ group: UInt32) -> Bool {
    let isOthers = lines("/etc/passwd").contains { !isOwn($0) && Self.number($0[3]) == group }
    return !isOthers
      && lines("/etc/group").allSatisfy { fields in
        Self.number(fields[2]) != group
          || fields[3].split(separator: UInt8(ascii: ",")).allSatisfy {
            isUser(String(decoding: $0, as: UTF8.self))
          }
      }
  }

  /// The user's name, `nil` when the file does not say or the name has other letters than useradd(8) lets it have.
  package var plainName: String? {
    guard let name = line("/etc/passwd", where: isOwn)?[0], !name.isEmpty, name.allSatisfy(\.isPlain) else {
      return nil
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The user's home folder, `nil` when the file does not say.
  var home: String? {
    let fields = line("/etc/passwd") { $0.count >= 7 && isOwn($0) }
    return fields.flatMap { String(validating: $0[5], as: UTF8.self) }.flatMap {
      Self.isAbsolute($0) ? $0 : nil
    }
  }

  static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  private func isOwn(_ fields: [ArraySlice<UInt8>]) -> Bool { Self.number(fields[2]) == user }

  /// The fields of the first line that matches, of those that have at least four.
  private func line(_ path: String, where matches: ([ArraySlice<UInt8>]) -> Bool) -> [ArraySlice<UInt8>]? {
    lines(path).first(where: matches)
  }

  /// The fields of the lines that have at least four, each read when it is asked for.
  private func lines(_ path: String) -> some Sequence<[ArraySlice<UInt8>]> {
    (files.read(path, 16 << 20)?.split(separator: UInt8(ascii: "\n")) ?? []).lazy
      .map { $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) }
      .filter { $0.count >= 4 }
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
    digits.allSatisfy(\.isDigit) ? UInt32(String(decoding: digits, as: UTF8.self)) : nil
  }
}
