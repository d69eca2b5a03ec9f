extension LanguageTag {
  /// The language of a POSIX locale name (locale(7)), as in `ru_RU.UTF-8@euro`; English for `C` and `POSIX`,
  /// `nil` when it names no language.
  package init?(locale name: String) {
    var bytes = Array(name.utf8)
    var modifier = ""
    if let at = bytes.firstIndex(of: UInt8(ascii: "@")) {
      modifier = String(decoding: bytes[(at + 1)...], as: UTF8.self)
      bytes.removeSubrange(at...)
    }
    if let point = bytes.firstIndex(of: UInt8(ascii: ".")) { bytes.removeSubrange(point...) }
    var parts = bytes.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    if parts == ["C"] || parts == ["POSIX"] {
      self = .english
      return
    }
    // The modifier of glibc's locales for a script that is not the customary one.
    switch modifier {
    case "latin": parts.insert("Latn", at: 1)
    case "cyrillic": parts.insert("Cyrl", at: 1)
    case "devanagari": parts.insert("Deva", at: 1)
    default: break
    }
    self.init(parts.joined(separator: "-"))
  }

  /// The language that the environment asks for: by the first that is set of `LC_ALL`, `LC_MESSAGES` and
  /// `LANG`; English when it names no language, `nil` when none is set or it is `C` or `POSIX`, which ask for
  /// none.
  package static func named(by variable: (String) -> String?) -> LanguageTag? {
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      guard let text = variable(name), !text.utf8.isEmpty else { continue }
      return isPlain(text) ? nil : customary(text) ?? LanguageTag(locale: text) ?? .english
    }
    return nil
  }

  private static func isPlain(_ name: String) -> Bool {
    let name = name.utf8.prefix { $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "@") }
    return name.elementsEqual("C".utf8) || name.elementsEqual("POSIX".utf8)
  }

  /// The usual names, such as `de_AT.UTF-8`, read without the lists that others take: every run comes by here.
  private static func customary(_ name: String) -> LanguageTag? {
    var name = name.utf8[...]
    if let point = name.firstIndex(of: UInt8(ascii: ".")) { name = name[..<point] }
    guard name.count == 5 else { return nil }
    var tag = ""
    for (place, byte) in name.enumerated() {
      switch (place, byte) {
      case (0...1, 0x61...0x7A), (3...4, 0x41...0x5A): tag.unicodeScalars.append(Unicode.Scalar(byte))
      case (2, UInt8(ascii: "_")): tag += "-"
      default: return nil
      }
    }
    return LanguageTag(known: tag)
  }
}
