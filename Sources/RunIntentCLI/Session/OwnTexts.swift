internal import IntentCore
internal import IntentEngine
internal import IntentPlatform

/// The translations of what the program itself says, each catalog read at most once and only when needed.
enum OwnTexts {
  static let speech = Speech(localizer: localizer, translations: translations)

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
