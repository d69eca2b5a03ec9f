internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPlatform

/// One call of the command: the outside, the commands, the engine with the library of definitions, the options that
/// hold for every command, and what is written.
struct Session {
  static let version = "0.1.0"

  let environment: ToolEnvironment
  let table: CommandTable
  var engine: Engine
  var settings = Settings()
  var outcome = ToolOutcome()
  /// The warnings that were shown.
  var warned: [Fault] = []

  init(_ environment: ToolEnvironment, _ table: CommandTable) {
    (self.environment, self.table) = (environment, table)
    let variables = environment.variables
    engine = Engine(
      library: IntentLibrary(
        world: environment.world, files: environment.files, places: environment.folders,
        further: { variables.folders("RUNINTENT_PATH") },
        commands: { table.all.map(\.name) }, reserved: { table.reserved },
        settings: EngineSettings(language: .named(by: variables.find))),
      source: environment.source, withLimit: environment.withLimit, interruption: environment.interruption,
      installer: environment.installer,
      speech: Speech(localizer: OwnTexts.localizer, translations: OwnTexts.translations))
  }

  var library: IntentLibrary {
    get { engine.library }
    _modify { yield &engine.library }
  }

  /// Says what the program says in the language of the caller.
  var text: Localizer { engine.text }

  var world: World { engine.world }

  /// The ids of the definitions that can be run by their names.
  var ids: [String] {
    library.folders.entries().entries.filter { !$0.isShadowed && Names.isIntent($0.id) }.map(\.id)
  }

  var shortcutNames: [String] { ((try? world.store.shortcuts()) ?? []).map(\.name) }

  /// The words that name a definition again, with the folder where it was looked for.
  func operand(_ id: String) -> [String] { engine.settings.intents.map { ["--intents", $0, id] } ?? [id] }

  /// Before what reads or changes a state; what could not be kept is only warned of.
  ///
  /// - Parameter wakes: Whether a guard that was killed is to be there again before its time comes.
  mutating func honourDeadlines(wakingGuard wakes: Bool = true) async {
    do throws(Failure) {
      try await Deadline.honourDue(in: world, environment.interruption)
      if wakes, try !world.store.deadlines().isEmpty { _ = await world.wakeGuard() }
    } catch {
      warn(error.asWarnings)
    }
  }
}

/// How the answer is written.
enum OutputFormat: String, CaseIterable {
  case text, json, jsonl, value, waybar
}

/// Options that may stand with any command.
struct Settings {
  enum ColorChoice: String, CaseIterable {
    case automatic = "auto"
    case always, never
  }

  enum StatusOwner: String, CaseIterable {
    case runintent, handler
  }

  var output = OutputFormat.text
  var color: ColorChoice = .automatic
  var isQuiet = false
  /// Whether a program's own exit status is passed on (`--exit-status handler`).
  var passesHandlerStatus = false
  /// Whether an intent runs although the one before it in the pipe failed (`--even-if-failed`).
  var runsAfterFailure = false
  /// Whether the answer is for a program to read.
  var isJSON: Bool { output == .json || output == .jsonl }
}

extension Session {
  /// Takes the settings out of options that a command was given.
  mutating func apply(_ options: ParsedOptions) throws(Failure) {
    if let format: OutputFormat = try options.choice("output") { output(as: format) }
    if let choice: Settings.ColorChoice = try options.choice("color") { settings.color = choice }
    if let owner: Settings.StatusOwner = try options.choice("exit-status") {
      settings.passesHandlerStatus = owner == .handler
    }
    if options.has("quiet") { settings.isQuiet = true }
    if options.has("even-if-failed") { settings.runsAfterFailure = true }
    if let folder = options.value("intents") { engine.settings.intents = folder }
    if let text = options.value("language") {
      guard let language = LanguageTag(text) else {
        throw Failure(
          .valueFormat,
          ["name": "--language", "value": .text(text), "expected": "a language such as ru or pt-BR"])
      }
      engine.settings.language = language
    }
  }

  /// Takes what must hold before the definition is read out of the words after an id: where it is looked for,
  /// and how a failure to read it is written. No parameter can have these names.
  mutating func adoptSettings(from words: [Word]) {
    for (index, word) in words.enumerated() {
      switch word.kind {
      case .end: return
      case .long(let name, let attached) where ["output", "color", "intents", "language"].contains(name):
        var next = index + 1
        guard let text = attached ?? words.value(after: &next) else { continue }
        var one = ParsedOptions()
        one.options = [(name, text)]
        // A bad value is reported when all words are read.
        try? apply(one)
      default: continue
      }
    }
  }

  private mutating func output(as format: OutputFormat) {
    settings.output = format
    engine.settings.isUntranslated = format == .value
  }
}

/// The translations of what the program itself says, each catalog read at most once and only when needed.
private enum OwnTexts {
  private static let handlers = try? StringCatalog(bytes: EmbeddedTexts.handlers, file: "Handlers.xcstrings")
  private static let messages = try? StringCatalog(bytes: EmbeddedTexts.messages, file: "Messages.xcstrings")

  /// The title of a thing in every other language of the program.
  @Sendable static func translations(ofTitle title: String) -> [String] {
    (handlers?.entry(title)?.localizations ?? []).flatMap { CatalogEntry.texts(of: $0.node) }.compactMap {
      if case .string(let text) = $0.kind { text } else { nil }
    }
  }

  /// What handlers say is looked up first: most runs say nothing else.
  @Sendable static func localizer(_ language: LanguageTag) -> Localizer {
    language.isEnglish ? .english : Localizer(language, { handlers }, { messages })
  }
}
