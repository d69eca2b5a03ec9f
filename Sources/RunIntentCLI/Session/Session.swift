internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// One call of the command: the environment, the options that hold for every command, and what is written.
struct Session {
  let environment: ToolEnvironment
  var settings = Settings()
  var outcome = ToolOutcome()
  /// The language of `--language`, else that of the environment.
  private var namedLanguage: LanguageTag?
  var texts = DefinitionTexts()
  private var warned: [Fault] = []

  init(_ environment: ToolEnvironment) {
    self.environment = environment
    namedLanguage = .named(by: environment.variables.find)
  }

  /// The language that people read: of `--language`, else of the environment, else of the configuration, which
  /// only then is looked at; one with a fault says nothing here.
  var language: LanguageTag {
    get {
      namedLanguage ?? (try? environment.world.configuration().language).flatMap { LanguageTag($0) }
        ?? .english
    }
    set { namedLanguage = newValue }
  }

  /// Says what the program says in the language of the caller.
  var text: Localizer { OwnTexts.localizer(language) }

  var world: World { environment.world }

  /// Options that may stand with any command.
  struct Settings {
    var output = OutputFormat.text
    var color: ColorChoice = .automatic
    var isQuiet = false
    var intents: String?
    /// Whether a program's own exit status is passed on (`--exit-status handler`).
    var passesHandlerStatus = false
    /// Whether an intent runs although the one before it in the pipe failed (`--even-if-failed`).
    var runsAfterFailure = false
    /// Whether the answer is for a program to read.
    var isJSON: Bool { output == .json || output == .jsonl }
  }

  enum ColorChoice: String {
    case automatic = "auto"
    case always, never
  }

  /// The style of a stream: colour by choice, NO_COLOR, TERM and the terminal; width by the terminal.
  func style(forErrors: Bool = false) -> Style {
    let streams = environment.streams
    let isTerminal = forErrors ? streams.errorIsTerminal : streams.outputIsTerminal
    let color =
      switch settings.color {
      case .always: true
      case .never: false
      case .automatic:
        isTerminal && environment.variables.find("NO_COLOR")?.isEmpty ?? true
          && environment.variables.find("TERM") != "dumb"
      }
    return Style(color: color, unicode: streams.isUnicode, width: isTerminal ? streams.width : nil)
  }

  mutating func write(_ columns: Columns) { columns.write(to: &outcome.output) }

  mutating func print(_ text: String) {
    outcome.output += text.utf8
    outcome.output.append(UInt8(ascii: "\n"))
  }

  mutating func write(_ text: String) { outcome.output += text.utf8 }

  mutating func writeError(_ text: String) { outcome.errors += text.utf8 }

  /// Shows faults on standard error; the status is the first failure's.
  mutating func report(_ failure: Failure) {
    writeError(FaultRenderer(style: style(forErrors: true), text: text).text(failure))
    if outcome.status == .done { outcome.status = failure.status }
  }

  /// Shows warnings, each once.
  mutating func warn(_ faults: [Fault]) {
    if faults.isEmpty || settings.isQuiet { return }
    let faults = faults.filter { !warned.contains($0) }
    if faults.isEmpty { return }
    warned += faults
    writeError(FaultRenderer(style: style(forErrors: true), text: text).text(Failure(faults)))
  }
}

/// How the answer is written.
enum OutputFormat: String, CaseIterable {
  case text, json, jsonl, value, waybar
}

extension Session {
  /// Takes the settings out of options that a command was given.
  mutating func apply(_ options: ParsedOptions) throws(Failure) {
    if let text = options.value("output") {
      guard let format = OutputFormat(rawValue: text) else {
        throw .notAmong("--output", text, OutputFormat.allCases.map(\.rawValue))
      }
      settings.output = format
    }
    if let text = options.value("color") {
      guard let choice = ColorChoice(rawValue: text) else {
        throw .notAmong("--color", text, ["auto", "always", "never"])
      }
      settings.color = choice
    }
    if let text = options.value("exit-status") {
      guard text == "handler" || text == "runintent" else {
        throw .notAmong("--exit-status", text, ["runintent", "handler"])
      }
      settings.passesHandlerStatus = text == "handler"
    }
    if options.has("quiet") { settings.isQuiet = true }
    if options.has("even-if-failed") { settings.runsAfterFailure = true }
    if let folder = options.value("intents") { settings.intents = folder }
    if let text = options.value("language") {
      guard let language = LanguageTag(text) else {
        throw Failure(
          .valueFormat,
          ["name": "--language", "value": .text(text), "expected": "a language such as ru or pt-BR"])
      }
      self.language = language
    }
  }

  /// The folders of definitions in the order of the search.
  var catalog: Catalog {
    var folders: [Catalog.Folder] = []
    if let intents = settings.intents {
      folders = [Catalog.Folder(path: absolute(intents), isNamed: true)]
    } else {
      folders.append(Catalog.Folder(path: "\(environment.folders.system)/intents", isNamed: false))
      for part in (environment.variables.find("RUNINTENT_PATH") ?? "").utf8.split(
        separator: UInt8(ascii: ":"))
      {
        folders.append(Catalog.Folder(path: absolute(String(Substring(part))), isNamed: true))
      }
      if let config = environment.folders.config {
        folders.append(Catalog.Folder(path: "\(config)/runintent/intents", isNamed: false))
      }
      folders.append(Catalog.Folder(path: absolute("intents"), isNamed: false))
    }
    return Catalog(folders: folders, open: environment.files.open, openFolder: environment.files.folder)
  }

  /// A path as the caller means it, from the working directory.
  func absolute(_ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    let working = environment.folders.working
    return working == "/" ? "/\(path)" : "\(working)/\(path)"
  }

  /// A path as people like to read it: from the working directory where it lies below.
  func display(_ path: String) -> String {
    let prefix = environment.folders.working + "/"
    return path.utf8.starts(with: prefix.utf8) ? String(path.utf8.dropFirst(prefix.utf8.count)) ?? path : path
  }

  /// Reads a definition, with those that it runs where it is a workflow.
  func load(_ file: SourceFile, id: String) throws(Failure) -> LoadedDefinition {
    var loaded = try read(file, id: id)
    if loaded.definition.workflow == nil { return loaded }
    let linker = WorkflowLinker(
      find: { id throws(Failure) in try catalog.find(id) },
      read: { file, id throws(Failure) in
        let loaded = try read(file, id: id)
        // Answers are in the caller's language, also those of steps; values that scripts read are not.
        guard settings.output != .value else { return loaded }
        var session = self
        return LoadedDefinition(definition: session.localised(loaded.definition), warnings: loaded.warnings)
      })
    loaded.definition = try linker.link(loaded.definition, file)
    return loaded
  }

  /// Reads a definition alone.
  func read(_ file: SourceFile, id: String) throws(Failure) -> LoadedDefinition {
    try DefinitionReader.read(
      file, id: id, descriptors: { HandlerRegistry.live.find($0)?.descriptor },
      handlerNames: { HandlerRegistry.live.all().map(\.descriptor.name) })
  }
}

extension Failure {
  static func notAmong(_ option: String, _ value: String, _ allowed: [String]) -> Failure {
    Failure(
      .valueEnum,
      [
        "name": .text(option), "value": .text(value), "allowed": .list(allowed),
        "suggestion": .text(Suggestion.nearest(to: value, among: allowed) ?? ""),
      ])
  }

  /// For a name that was to become an id.
  static func noIdentifier(_ name: String) -> Failure {
    Failure(
      .valueIdentifier,
      ["value": .text(name), "suggestion": .text(Names.identifier(from: name) ?? "")])
  }
}
