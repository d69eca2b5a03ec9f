internal import IntentCore
internal import IntentHandlers
internal import IntentPipeline
internal import IntentPlatform
internal import JSON
internal import StringCatalogs

/// The translations of what the program itself says, each catalog read at most once and only when needed.
enum OwnTexts {
  private static let handlers = try? StringCatalog(
    bytes: EmbeddedTexts.handlers, file: "Handlers.xcstrings")
  private static let messages = try? StringCatalog(
    bytes: EmbeddedTexts.messages, file: "Messages.xcstrings")

  /// The title of a thing in every other language of the program.
  static func translations(ofTitle title: String) -> [String] {
    (handlers?.entry(title)?.localizations ?? []).flatMap { CatalogEntry.texts(of: $0.node) }.compactMap {
      if case .string(let text) = $0.kind { text } else { nil }
    }
  }

  /// What handlers say is looked up first: most runs say nothing else.
  static func localizer(_ language: LanguageTag) -> Localizer {
    language.isEnglish ? .english : Localizer(language, { handlers }, { messages })
  }
}

extension EntityLists {
  /// The lists of this program's providers, with titles as people read them; the English ones are known too.
  static func spoken(_ text: Localizer) -> EntityLists {
    if text.language.isEnglish { return .live }
    return EntityLists { kind, world throws(Failure) in
      try await EntityLists.live.list(kind, world).map { entity in
        let title = text(entity.title)
        return title == entity.title
          ? entity : Entity(id: entity.id, title: title, names: entity.names + [entity.title])
      }
    }
  }
}
