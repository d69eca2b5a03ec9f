/// A language as BCP 47 names it, well-formed (RFC 5646 §2.1) and in its customary letters' case.
package struct LanguageTag: Sendable, Hashable {
  package let text: String

  /// The language of the texts in the program.
  package static let english = LanguageTag(known: "en")

  init(known text: String) { self.text = text }

  /// `nil` when the text is no well-formed tag.
  package init?(_ text: String) {
    let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map {
      Subtag(lowercasing: $0)
    }
    guard text.utf8.count <= 255, Self.isWellFormed(subtags) else { return nil }
    self.init(known: Self.written(subtags))
  }

  package var isEnglish: Bool { text == "en" || text.utf8.starts(with: "en-".utf8) }

  /// The tag and then what is left of it as its last subtags are taken away (RFC 4647 §3.4).
  package var lookup: [LanguageTag] {
    var tags = [self]
    var subtags = text.utf8.split(separator: UInt8(ascii: "-"))
    while subtags.count > 1 {
      subtags.removeLast()
      if subtags.count > 1, let last = subtags.last, last.count == 1 { subtags.removeLast() }
      tags.append(
        LanguageTag(known: subtags.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")))
    }
    return tags
  }

  /// Whether a catalog's name for a language, such as `pt-BR` or `pt_br`, is this one.
  package func isNamed(_ name: String) -> Bool {
    let bytes = name.utf8
    guard bytes.count == text.utf8.count else { return false }
    return zip(bytes, text.utf8).allSatisfy {
      Subtag.lowercase($0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0) == Subtag.lowercase($1)
    }
  }

  private static func written(_ subtags: [Subtag]) -> String {
    var texts: [String] = []
    var isPlain = true
    for (index, subtag) in subtags.enumerated() {
      let isCased = isPlain && index > 0 && subtag.isAlphabetic
      switch subtag.bytes.count {
      case 2 where isCased: texts.append(subtag.text.uppercased())
      case 4 where isCased: texts.append(subtag.text.prefix(1).uppercased() + subtag.text.dropFirst())
      default: texts.append(subtag.text)
      }
      if subtag.bytes.count == 1 { isPlain = false }
    }
    return texts.joined(separator: "-")
  }
}

extension LanguageTag {
  /// One part of a tag, in small letters.
  private struct Subtag {
    var bytes: [UInt8]
    init(lowercasing bytes: Substring.UTF8View) { self.bytes = bytes.map(Self.lowercase) }
    var text: String { String(decoding: bytes, as: UTF8.self) }
    var isAlphabetic: Bool { bytes.allSatisfy { (0x61...0x7A).contains($0) } }
    var isNumeric: Bool { bytes.allSatisfy { (0x30...0x39).contains($0) } }
    var isAlphanumeric: Bool { bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) } }
    func isLetters(_ counts: ClosedRange<Int>) -> Bool { counts.contains(bytes.count) && isAlphabetic }
    func isWord(_ counts: ClosedRange<Int>) -> Bool { counts.contains(bytes.count) && isAlphanumeric }
    static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }
  }

  /// Tags from before RFC 4646 that its grammar would refuse.
  private static let irregular = [
    "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo",
    "i-navajo", "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de",
  ]

  private static func isWellFormed(_ subtags: [Subtag]) -> Bool {
    var rest = subtags[...]
    guard let first = rest.popFirst() else { return false }
    if first.text == "x" { return isPrivate(rest) }
    guard first.isLetters(2...8) else {
      return irregular.contains(subtags.map(\.text).joined(separator: "-"))
    }
    if first.bytes.count <= 3 {
      for _ in 0..<3 { if rest.first?.isLetters(3...3) == true { rest.removeFirst() } }
    }
    if rest.first?.isLetters(4...4) == true { rest.removeFirst() }
    if let region = rest.first, region.isLetters(2...2) || region.bytes.count == 3 && region.isNumeric {
      rest.removeFirst()
    }
    while let variant = rest.first,
      variant.isWord(5...8) || variant.isWord(4...4) && (0x30...0x39).contains(variant.bytes[0])
    { rest.removeFirst() }
    while let singleton = rest.first, singleton.isWord(1...1), singleton.text != "x" {
      rest.removeFirst()
      guard rest.first?.isWord(2...8) == true else { return false }
      while rest.first?.isWord(2...8) == true { rest.removeFirst() }
    }
    if rest.first?.text == "x" { return isPrivate(rest.dropFirst()) }
    return rest.isEmpty || irregular.contains(subtags.map(\.text).joined(separator: "-"))
  }

  private static func isPrivate(_ rest: ArraySlice<Subtag>) -> Bool {
    !rest.isEmpty && rest.allSatisfy { $0.isWord(1...8) }
  }
}

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
