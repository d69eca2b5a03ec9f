/// The commands of the program, in the order of help.
extension CommandTable {
  static let ours = CommandTable(
    rows: [
      Row("run", RunCommand.command), Row("list", ListCommand.command), Row("show", ShowCommand.command),
      Row("check", CheckCommand.command), Row("chain", ChainCommand.command),
      Row("why", WhyCommand.command), Row("allow", AllowCommand.command), Row("deny", DenyCommand.command),
      Row("revoke", RevokeCommand.command), Row("pending", PendingCommand.command),
      Row("key", KeyCommand.command), Row("log", LogCommand.command), Row("undo", UndoCommand.command),
      Row("again", AgainCommand.command), Row("shortcut", ShortcutCommand.command),
      Row("say", SayCommand.command), Row("search", SearchCommand.command),
      Row("suggest", SuggestCommand.command), Row("new", NewCommand.command),
      Row("edit", EditCommand.command),
      Row("import", ImportCommand.command), Row("export", ExportCommand.command),
      Row("automation", AutomationCommand.command), Row("schema", SchemaCommand.command),
      Row("setup", SetupCommand.command), Row("doctor", DoctorCommand.command),
      Row("guard", GuardCommand.command), Row("desktop", DesktopCommand.command),
      Row("completions", CompletionsCommand.command), Row("help", HelpCommand.command),
    ], later: ["daemon", "mcp", "serve"], former: FormerWords.names)
}
