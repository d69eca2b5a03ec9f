package import IntentCore
package import IntentPipeline

/// What every front door uses: it finds definitions and brings calls of them through resolver, gate and runner.
///
/// It prints nothing and asks through a `FrontDoor`.
package struct Engine: Sendable {
  package var library: IntentLibrary
  /// How the call was entered; asked only when it matters.
  package let source: @Sendable () -> RunSource
  package let withLimit: TimeLimit
  package let interruption: any Cancellation
  package let installer: Installer
  package let speech: Speech

  package init(
    library: IntentLibrary, source: @escaping @Sendable () -> RunSource, withLimit: @escaping TimeLimit,
    interruption: any Cancellation, installer: Installer, speech: Speech = .english
  ) {
    self.library = library
    self.source = source
    self.withLimit = withLimit
    self.interruption = interruption
    self.installer = installer
    self.speech = speech
  }

  package var world: World { library.world }

  package var settings: EngineSettings {
    get { library.settings }
    set { library.settings = newValue }
  }

  /// Says what the program says in the language of the caller.
  package var text: Localizer { speech.localizer(library.language) }
}

/// The translations of what the program itself says.
package struct Speech: Sendable {
  package let localizer: @Sendable (LanguageTag) -> Localizer
  /// The title of a thing in every other language of the program.
  package let translations: @Sendable (_ title: String) -> [String]

  package init(
    localizer: @escaping @Sendable (LanguageTag) -> Localizer,
    translations: @escaping @Sendable (_ title: String) -> [String]
  ) {
    self.localizer = localizer
    self.translations = translations
  }

  package static let english = Speech(localizer: { _ in .english }, translations: { _ in [] })
}
