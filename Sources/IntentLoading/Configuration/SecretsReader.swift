internal import IntentCore

/// Reads `secrets`: by their names, where they are kept.
///
/// A text that is no such reference may be the secret itself, so no fault shows it.
struct SecretsReader {
  static var schema: ValueObject {
    [
      "oneOf": .array([
        .object([
          "type": "string",
          "pattern":
            #"^(?:file:(?:~/|/).+|env:[A-Za-z_][A-Za-z0-9_]*|command:/[^"'\\$`*?;&|<>(){}\[\]~#\t\n]+)$"#,
          "examples": ["file:~/.secrets/door", "env:DOOR_TOKEN", "command:/usr/bin/pass show door"],
        ]), .object(SecretCommand.closedSchema),
      ])
    ]
  }

  /// What `~` stands for.
  let home: String?

  func read(_ member: JSONMember, _ log: inout ReadingLog) -> [(name: String, secret: SecretReference)] {
    var secrets: [(name: String, secret: SecretReference)] = []
    for secret in log.members(member) {
      log.isName(secret, of: "secret", Names.isParameterName)
      let known = log.errors.count
      if let reference = reference(secret, &log) { secrets.append((secret.key, reference)) }
      log.hideLines(from: known)
    }
    return secrets
  }

  private func reference(_ member: JSONMember, _ log: inout ReadingLog) -> SecretReference? {
    var expected = "where the secret is kept, such as \"file:/PATH\", \"env:NAME\" or \"command:/PROGRAM\""
    switch member.node.kind {
    case .string(let text):
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) ?? text.utf8.startIndex
      let rest = String(decoding: text.utf8[colon...].dropFirst(), as: UTF8.self)
      switch text[..<colon] {
      case "file":
        if let path = absolute(rest) { return .file(path) }
        expected = "\"file:\" and an absolute path, or one that begins with ~/"
      case "env":
        if Self.isVariable(rest) { return .environment(rest) }
        expected = "\"env:\" and the name of a variable"
      case "command":
        if let words = Self.words(rest) { return .command(words) }
        expected =
          "\"command:\", an absolute program and plain words; others go into {\"command\": [\"/PROGRAM\", …]}"
      default: break
      }
    case .object(let members):
      var command = SecretCommand()
      command.read(members, &log)
      if let words = command.words {
        guard let program = words.first else { return nil }
        if Self.isAbsolute(program), !words.contains(where: { $0.utf8.contains(0) }) {
          return .command(words)
        }
        expected = "a list of an absolute program and its arguments"
      } else {
        expected = "an object with \"command\""
      }
    default: break
    }
    log.error(.definitionType, ["key": .text(member.key), "expected": .text(expected)], at: member.node.span)
    return nil
  }

  private func absolute(_ path: String) -> String? {
    if Self.isAbsolute(path) { return path }
    guard path.utf8.starts(with: "~/".utf8), path.utf8.count > 2, let home else { return nil }
    return home + String(decoding: path.utf8.dropFirst(), as: UTF8.self)
  }

  private static func isAbsolute(_ path: String) -> Bool {
    path.utf8.first == UInt8(ascii: "/") && path.utf8.count > 1 && !path.utf8.contains(0)
  }

  private static func isVariable(_ name: String) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return !name.utf8.isEmpty && !digits.contains(name.utf8.first ?? 0)
      && name.utf8.allSatisfy { TemplateReader.isNameByte($0) && $0 != UInt8(ascii: "-") }
  }

  /// The words between blanks; `nil` where a shell would read more than words, which nobody does here.
  private static func words(_ text: String) -> [String]? {
    guard isAbsolute(text), !text.utf8.contains(where: { "\"'\\$`*?;&|<>(){}[]~#\t\n".utf8.contains($0) })
    else { return nil }
    return text.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The program that writes a secret, and its arguments.
private struct SecretCommand: KeyedObject {
  static let required = ["command"]

  private(set) var words: [String]?

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row(
      "command", "Command", "An absolute program that writes the secret, and its arguments.",
      [
        "type": "array", "minItems": 1, "items": .object(["type": "string"]),
        "prefixItems": .array([.object(["pattern": "^/."])]),
      ]
    ) {
      let expected = "a list of an absolute program and its arguments"
      $0.words = $2.list($1, of: expected, isFilled: true) { $1.text($0) }
    }
  }
}
