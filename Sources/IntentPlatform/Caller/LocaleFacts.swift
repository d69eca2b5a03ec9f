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
    languages = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment.nonEmpty($0) }
    let characters =
      environment.nonEmpty("LC_ALL") ?? environment.nonEmpty("LC_CTYPE") ?? environment.nonEmpty("LANG") ?? ""
    isUTF8 = LocaleFacts.namesUTF8(characters)
  }

  /// Whether a locale name has the codeset `UTF-8` or `utf8`, as in `sr_RS.UTF-8@latin`.
  private static func namesUTF8(_ name: String) -> Bool {
    guard let point = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
    let codeset = name.utf8[point...].dropFirst().prefix { $0 != UInt8(ascii: "@") }
    let letters = codeset.filter { $0 != UInt8(ascii: "-") }.map { $0 | 0x20 }
    return letters.elementsEqual("utf8".utf8)
  }

  /// The variables that set a part of the locale.
  static let categories = [
    "LC_ALL", "LC_ADDRESS", "LC_COLLATE", "LC_CTYPE", "LC_IDENTIFICATION", "LC_MEASUREMENT", "LC_MESSAGES",
    "LC_MONETARY", "LC_NAME", "LC_NUMERIC", "LC_PAPER", "LC_TELEPHONE", "LC_TIME",
  ]
}
