internal import IntentCore

/// One command of ours.
struct Command: Sendable {
  var name: String
  var usage: String
  var summary: String
  var options: [OptionSpec]
  var run: @Sendable (_ call: Invocation, _ session: inout Session) async throws(Failure) -> Void
}

/// The commands, and the names that are kept for commands.
enum CommandTable {
  /// Names that no intent can be called by, now and for good.
  static let reserved = [
    "run", "list", "show", "check", "search", "suggest", "say", "shortcut", "again", "trust", "grant",
    "why", "key", "log", "undo", "chain", "automation", "new", "edit", "import", "export", "schema",
    "setup", "doctor", "desktop", "guard", "daemon", "mcp", "serve", "completions", "help",
  ]

  static func find(_ name: String) -> Command? {
    guard reserved.contains(name) else { return nil }
    return all.first { $0.name == name } ?? .notYet(name)
  }

  static var all: [Command] {
    [
      RunCommand.command, ListCommand.command, ShowCommand.command, CheckCommand.command,
      ChainCommand.command,
      TrustCommand.command, GrantCommand.command, WhyCommand.command, KeyCommand.command,
      LogCommand.command, UndoCommand.command, AgainCommand.command, ShortcutCommand.command,
      SayCommand.command, SearchCommand.command, SuggestCommand.command,
      NewCommand.command,
      EditCommand.command, ImportCommand.command, ExportCommand.command, AutomationCommand.command,
      SchemaCommand.command, SetupCommand.command, DoctorCommand.command, GuardCommand.command,
      DesktopCommand.command, CompletionsCommand.command,
      HelpCommand.command,
    ]
  }
}

extension Command {
  /// A name that is kept for a command that does not exist yet.
  static func notYet(_ name: String) -> Command {
    Command(name: name, usage: name, summary: "", options: []) { _, _ throws(Failure) in
      throw Failure(.notYet, ["command": .text(name)])
    }
  }

  /// The options of runs that every command takes too.
  static let common = ["output", "quiet", "color", "language", "intents", "help", "yes"]

  static var commonOptions: [OptionSpec] { RunOptions.all.filter { common.contains($0.name) } }

  /// Reads the words by the command's own table and the options that hold for every command.
  func parse(_ call: Invocation, _ session: inout Session) throws(Failure) -> ParsedOptions {
    let table = options + Self.commonOptions
    let unknown = call.leading.options.filter { option in !table.contains { $0.name == option.name } }
    if !unknown.isEmpty {
      let names = table.map { "--\($0.name)" }
      throw Failure(unknown.map { .unknownOption("--\($0.name)", among: names) })
    }
    var parsed = try ParsedOptions.parse(call.words, table)
    parsed.options = call.leading.options + parsed.options
    try session.apply(parsed)
    return parsed
  }

  /// Takes no operand.
  func takeNone(_ options: ParsedOptions) throws(Failure) { try refuse(options.operands.first) }

  /// The operand that may be given; a second one is an error.
  func operand(_ options: ParsedOptions) throws(Failure) -> String? {
    try refuse(options.operands.dropFirst().first)
    return options.operands.first
  }

  /// The operand that must be given, by the name that help has for it.
  func operand(_ options: ParsedOptions, named operand: String) throws(Failure) -> String {
    guard let text = try self.operand(options) else { throw missing(operand) }
    return text
  }

  func missing(_ operand: String) -> Failure {
    let word = name.utf8.prefix { $0 != UInt8(ascii: " ") }
    return Failure(
      .missingArgument,
      [
        "name": .text(operand),
        "command": .list(["runintent", String(decoding: word, as: UTF8.self), "--help"]),
      ])
  }

  private func refuse(_ extra: String?) throws(Failure) {
    guard let extra else { return }
    throw Failure(.unexpectedArgument, ["value": .text(extra), "command": .text(name)])
  }
}
