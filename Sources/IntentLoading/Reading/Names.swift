internal import IntentCore

/// The grammar of the names that definitions are made of.
package enum Names {
  package static let limit = 64

  /// The same grammar as regular expressions, for JSON Schema.
  static let identifierPattern = "^[a-z0-9][a-z0-9._-]{0,63}$"
  static let parameterPattern = "^[a-z0-9][a-z0-9_-]{0,63}$"

  /// `[a-z0-9][a-z0-9._-]*`, at most 64 bytes: handlers, entities, automations.
  package static func isIdentifier(_ text: String) -> Bool { isName(text, dots: true) }

  /// An identifier that is not all digits, as those are the numbers of refusals and runs: intents.
  package static func isIntent(_ text: String) -> Bool { isIdentifier(text) && !isNumber(text) }

  /// Whether it is all digits, as the number of a refusal is.
  package static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }

  /// `[a-z0-9][a-z0-9_-]*`, at most 64 bytes.
  package static func isParameterName(_ text: String) -> Bool { isName(text, dots: false) }

  /// Fails where a file's name without `.json` is no id.
  static func checkFileName(_ id: String, of file: SourceFile) throws(Failure) {
    if isIntent(id) { return }
    throw Failure(
      .fileName, ["name": .text(id), "limit": .integer(limit)],
      at: SourceLocation(file: file.displayPath, line: 1, column: 1))
  }

  private static func isName(_ text: String, dots: Bool) -> Bool {
    guard let first = text.utf8.first, isLetterOrDigit(first), text.utf8.count <= limit else { return false }
    return text.utf8.allSatisfy {
      isLetterOrDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        || (dots && $0 == UInt8(ascii: "."))
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }

  /// Our own options that may follow an intent's id; no parameter may be called like one.
  package static let reservedOptions = [
    "output", "quiet", "dry-run", "no-input", "yes", "input", "key", "timeout", "follow", "language", "color",
    "exit-status", "source", "intents", "help", "version",
  ]

  /// First words of placeholders that mean something else than a parameter.
  package static let reservedPlaceholders = ["result", "steps"]
}

extension UInt8 {
  /// Whether it is a letter or a digit of ASCII.
  var isLetterOrDigit: Bool { (0x61...0x7A).contains(self | 0x20) || (0x30...0x39).contains(self) }
}
