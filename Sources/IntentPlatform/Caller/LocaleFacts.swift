/// The language and the characters that the caller expects (locale(7)).
package struct LocaleFacts: Sendable, Equatable {
  /// Locale names, the one that counts first: of `LC_ALL`, `LC_MESSAGES`, `LANG`.
  package var languages: [String]
  /// Whether text is UTF-8: by the first that is set of `LC_ALL`, `LC_CTYPE`, `LANG`.
  package var isUTF8: Bool

  package init(languages: [String], isUTF8: Bool) {
    self.languages = languages
    self.isUTF8 = isUTF8
  }

  package init(_ environment: Environment) {
    let all = environment.nonEmpty("LC_ALL")
    let general = environment.nonEmpty("LANG")
    languages = []
    if let all { languages.append(all) }
    if let messages = environment.nonEmpty("LC_MESSAGES") { languages.append(messages) }
    if let general { languages.append(general) }
    isUTF8 = LocaleFacts.namesUTF8(all ?? environment.nonEmpty("LC_CTYPE") ?? general ?? "")
  }

  /// Whether a locale name has the codeset `UTF-8` or `utf8`, as in `sr_RS.UTF-8@latin`.
  private static func namesUTF8(_ name: String) -> Bool {
    var rest = name.utf8[...]
    guard let point = rest.firstIndex(of: UInt8(ascii: ".")) else { return false }
    rest = rest[point...].dropFirst()
    for letter in "utf8".utf8 {
      if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
      guard let next = rest.popFirst(), next | 0x20 == letter else { return false }
    }
    return rest.isEmpty || rest.first == UInt8(ascii: "@")
  }

  /// The variables that set a part of the locale.
  static let categories = [
    "LC_ALL", "LC_ADDRESS", "LC_COLLATE", "LC_CTYPE", "LC_IDENTIFICATION", "LC_MEASUREMENT", "LC_MESSAGES",
    "LC_MONETARY", "LC_NAME", "LC_NUMERIC", "LC_PAPER", "LC_TELEPHONE", "LC_TIME",
  ]
}
