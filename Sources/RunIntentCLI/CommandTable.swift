internal import IntentCore

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
  fileprivate static func notYet(_ name: String) -> Command {
    Command(name: name, usage: name, summary: "", options: []) { _, _ throws(Failure) in
      throw Failure(.notYet, ["command": .text(name)])
    }
  }
}
