internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

/// One call of the command: the environment, the options that hold for every command, and what is written.
struct Session {
  static let version = "0.1.0"

  let environment: ToolEnvironment
  var engine: Engine
  var settings = Settings()
  var outcome = ToolOutcome()
  private var warned: [Fault] = []

  /// The commands that there are.
  let commands: @Sendable () -> [Command]

  init(
    _ environment: ToolEnvironment, commands: @escaping @Sendable () -> [Command],
    reserved: @escaping @Sendable () -> [String]
  ) {
    self.environment = environment
    self.commands = commands
    let variables = environment.variables
    engine = Engine(
      library: IntentLibrary(
        world: environment.world, files: environment.files, places: environment.folders,
        further: {
          (variables.find("RUNINTENT_PATH") ?? "").utf8.split(separator: UInt8(ascii: ":")).map {
            String(Substring($0))
          }
        }, commands: { commands().map(\.name) }, reserved: reserved,
        settings: EngineSettings(language: .named(by: variables.find))),
      source: environment.source, withLimit: environment.withLimit, interruption: environment.interruption,
      installer: environment.installer, speech: OwnTexts.speech)
  }

  var language: LanguageTag { engine.library.language }

  /// Says what the program says in the language of the caller.
  var text: Localizer { engine.text }

  var world: World { engine.world }

  /// Options that may stand with any command.
  struct Settings {
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

  /// How text looks that is put to the person as part of a question, which is cleaned of colours.
  var questionStyle: Style {
    var style = style(forErrors: true)
    style.color = false
    return style
  }

  /// A moment in the place's own time, with its date.
  func moment(_ time: WallTime) -> String { engine.moment(time) }

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
      output(as: format)
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

  mutating func output(as format: OutputFormat) {
    settings.output = format
    engine.settings.isUntranslated = format == .value
  }
}
