package import JSON

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
