package import JSON

/// A string catalog of Apple's (`.xcstrings`, versions 1.0 and 1.1): for each key its texts by language.
///
/// Keys that are not known are ignored, and so is an entry that is not as it should be.
package struct StringCatalog: Sendable {
  /// The language of the keys, in which they need no translation.
  package let sourceLanguage: LanguageTag
  package let document: JSONDocument
  private let strings: [JSONMember]
  /// Where a key is, for a catalog of many.
  private let places: [String: Int]?

  package static let limits = JSONLimits(bytes: 4 << 20, depth: 64)
  private static let smallCount = 64

  package init(parsing bytes: [UInt8], file: String) throws(StringCatalogError) {
    do throws(JSONError) {
      document = try JSONDocument(parsing: bytes, file: file, limits: Self.limits)
    } catch {
      throw .json(error)
    }
    let root = document.root
    guard case .object(let strings)? = root["strings"]?.kind else {
      throw .type(
        key: "strings", expected: "an object",
        document.source.location(
          of: root["strings"]?.span ?? JSONSpan(root.span.start, root.span.start + 1)))
    }
    if let version = root["version"] {
      guard case .string(let text) = version.kind, text == "1" || text.utf8.starts(with: "1.".utf8) else {
        throw .type(key: "version", expected: "1.0 or 1.1", document.location(of: version.span))
      }
    }
    var language = LanguageTag.english
    if case .string(let name)? = root["sourceLanguage"]?.kind {
      language = LanguageTag(catalogName: name) ?? .english
    }
    sourceLanguage = language
    self.strings = strings
    places =
      strings.count > Self.smallCount
      ? Dictionary(strings.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first }) : nil
  }

  /// The entry of a key, `nil` when there is none.
  package func entry(_ key: String) -> CatalogEntry? {
    if let places {
      return places[key].flatMap {
        JSONNode.isSame(strings[$0].key, key) ? CatalogEntry(member: strings[$0]) : nil
      }
    }
    return strings.first { JSONNode.isSame($0.key, key) }.map { CatalogEntry(member: $0) }
  }

  package var entries: [CatalogEntry] { strings.map { CatalogEntry(member: $0) } }

  /// The text of a key in the language or what is next to it, with `printf`'s arguments in it; `nil` when the
  /// catalog has none, so that the key itself is the text.
  package func text(_ key: String, language: LanguageTag, arguments: [Value] = []) -> String? {
    guard let text = entry(key)?.text(in: language, source: sourceLanguage) else { return nil }
    let pieces = TextPieces(of: text, style: .format).pieces
    return PieceWriter(rules: PluralRules(text.language), arguments: arguments).text(pieces)
  }

  /// The texts of a `stringSet`, or the one text of a key that has no set; empty when there is neither.
  package func stringSet(_ key: String, language: LanguageTag) -> [String] {
    entry(key)?.stringSet(in: language, source: sourceLanguage) ?? []
  }
}

/// Why bytes are no string catalog.
package enum StringCatalogError: Error, Sendable, Equatable {
  case json(JSONError)
  /// A key with another value than it must have, and what that is.
  case type(key: String, expected: String, SourceLocation)
}

extension LanguageTag {
  /// A language as catalogs name it; older ones write `pt_BR`.
  package init?(catalogName name: String) {
    self.init(
      String(decoding: name.utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 }, as: UTF8.self))
  }
}

/// One key of a catalog with its texts by language.
package struct CatalogEntry: Sendable {
  package let member: JSONMember

  package var key: String { member.key }

  /// Whether the key is meant to be translated at all.
  package var isTranslatable: Bool {
    if case .boolean(false)? = member.node["shouldTranslate"]?.kind { false } else { true }
  }

  package var localizations: [JSONMember] {
    if case .object(let members)? = member.node["localizations"]?.kind { members } else { [] }
  }

  /// The text in the language or the next one that its tag leads to, else in the source language.
  package func text(in language: LanguageTag, source: LanguageTag) -> CatalogText? {
    for (tag, node) in candidates(language, source) {
      if let text = CatalogText(node, language: tag) { return text }
    }
    return nil
  }

  func stringSet(in language: LanguageTag, source: LanguageTag) -> [String] {
    for (tag, node) in candidates(language, source) {
      if case .array(let items)? = node["stringSet"]?["values"]?.kind {
        let texts = items.compactMap { if case .string(let text) = $0.kind { text } else { nil } }
        if !texts.isEmpty { return texts }
      } else if case .unit(let text)? = CatalogText(node, language: tag)?.content {
        return [text]
      }
    }
    return []
  }

  /// The texts of one localization, with their places: those of a set, or the one text.
  package static func texts(of localization: JSONNode) -> [JSONNode] {
    if case .array(let items)? = localization["stringSet"]?["values"]?.kind { return items }
    return localization["stringUnit"]?["value"].map { [$0] } ?? []
  }

  /// Whether there is something in exactly this language.
  package func isTranslated(into language: LanguageTag) -> Bool {
    localizations.contains {
      language.isNamed($0.key)
        && ($0.node["stringSet"] != nil || CatalogText($0.node, language: language) != nil)
    }
  }

  private func candidates(_ language: LanguageTag, _ source: LanguageTag) -> [(LanguageTag, JSONNode)] {
    let localizations = localizations
    return (language.lookup + [source]).compactMap { tag in
      localizations.first { tag.isNamed($0.key) }.map { (tag, $0.node) }
    }
  }
}

extension StringCatalog {
  /// Whether a catalog has texts under the language's name, told without reading it as JSON.
  ///
  /// Keys of a catalog whose source is the caller's language are their own texts, so that most runs can leave
  /// a long catalog unread. A name that is written with escapes is not seen.
  package static func holds(_ language: LanguageTag, in bytes: [UInt8]) -> Bool {
    language.lookup.contains { holds(key: [quote] + $0.text.utf8 + [quote], in: bytes) }
  }

  private static let quote = UInt8(ascii: "\"")

  /// Searches from the end of the pattern, so that most bytes are skipped (Horspool).
  private static func holds(key: [UInt8], in bytes: [UInt8]) -> Bool {
    let last = key.count - 1
    var skips = [Int](repeating: key.count, count: 256)
    for index in 0..<last { skips[Int(key[index])] = last - index }
    let quote = quote
    var at = last
    while at < bytes.count {
      let byte = bytes[at]
      if byte == quote, bytes[at - 1] == key[last - 1], bytes[(at - last)...at].elementsEqual(key),
        isKey(endingAt: at, in: bytes)
      {
        return true
      }
      at += skips[Int(byte)]
    }
    return false
  }

  private static func isKey(endingAt end: Int, in bytes: [UInt8]) -> Bool {
    bytes[(end + 1)...].first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 } == UInt8(ascii: ":")
  }
}
