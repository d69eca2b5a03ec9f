internal import IntentCore
internal import IntentPlatform

/// The translations of what the program itself says, each catalog read at most once and only when needed.
enum OwnTexts {
  private static let handlers = try? StringCatalog(
    bytes: EmbeddedTexts.handlers, file: "Handlers.xcstrings")
  private static let messages = try? StringCatalog(
    bytes: EmbeddedTexts.messages, file: "Messages.xcstrings")

  /// What handlers say is looked up first: most runs say nothing else.
  static func localizer(_ language: LanguageTag) -> Localizer {
    language.isEnglish ? .english : Localizer(language, { handlers }, { messages })
  }
}
