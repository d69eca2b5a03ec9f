internal import IntentCore
internal import IntentLoading
internal import IntentRendering

/// `runintent help`, `--help`, and `ID --help` from the definition.
enum HelpCommand {
  static let command = Command(
    name: "help", usage: "help [COMMAND|ID]", summary: "Explain a command or an intent.", options: [],
    run: run)

  @Sendable
  static func run(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    let options = try command.parse(words, leading, &session)
    guard let name = options.operands.first else { return overview(&session, asked: true) }
    if CommandTable.all.contains(where: { $0.name == name }) {
      return try self.command(named: name, &session)
    }
    let (file, id) = try session.definition(name)
    intent(try session.load(file, id: id).definition, &session)
  }

  /// Without a word to act on, help goes to standard error and the call was wrong (64).
  static func overview(_ session: inout Session, asked: Bool) {
    var text = "runintent performs intents: actions that JSON files define, checked and truthful.\n\n"
    text += "Usage: runintent ID [PARAMETERS] [OPTIONS]\n       runintent COMMAND …\n\nCommands:\n"
    var columns = Columns(plain: 2, style: session.style())
    for command in CommandTable.all { columns.append(["  \(command.name)", command.summary]) }
    text += columns.text
    text += "\nOptions after an intent's id:\n" + optionLines(RunOptions.all, session)
    text += "\n`runintent list` shows the intents, `runintent ID --help` explains one.\n"
    if asked { return session.write(text) }
    session.writeError(text)
    session.outcome.status = .usage
  }

  static func command(named name: String, _ session: inout Session) throws(Failure) {
    guard let command = CommandTable.all.first(where: { $0.name == name }) else {
      throw Failure(.unknownCommand, ["command": .text(name)])
    }
    var text = "\(command.summary)\n\nUsage: runintent \(command.usage)\n"
    if !command.options.isEmpty { text += "\nOptions:\n" + optionLines(command.options, session) }
    session.write(text)
  }

  static func intent(_ definition: IntentDefinition, _ session: inout Session) {
    var text = definition.title.cleaned(.line) + "\n"
    if let description = definition.description { text += description.cleaned(.line) + "\n" }
    let positional = definition.parameters.filter { $0.position != nil }
      .sorted { $0.position ?? 0 < $1.position ?? 0 }
      .map { parameter in
        let name = parameter.name.uppercased() + (parameter.isArray ? "…" : "")
        return parameter.isRequired ? " \(name)" : " [\(name)]"
      }
    text += "\nUsage: runintent \(definition.id)\(positional.joined()) [OPTIONS]\n"
    if !definition.parameters.isEmpty {
      text += "\nParameters:\n"
      var columns = Columns(plain: 3, style: session.style())
      for parameter in definition.parameters {
        columns.append([
          "  \(ParameterTable.spelling(parameter))", ParameterTable.takes(parameter),
          ParameterTable.about(parameter),
        ])
      }
      text += columns.text
    }
    if !definition.phrases.isEmpty {
      text += "\nPhrases: \(definition.phrases.map { $0.cleaned(.line) }.joined(separator: ", "))\n"
    }
    text +=
      "\n`runintent show \(definition.id)` says what it touches; `runintent help` explains the other options.\n"
    session.write(text)
  }

  private static func optionLines(_ options: [OptionSpec], _ session: Session) -> String {
    var columns = Columns(plain: 2, style: session.style())
    for option in options {
      let short = option.short.map { "-\($0), " } ?? ""
      let value = if case .value(let form) = option.arity { " \(form)" } else { "" }
      columns.append(["  \(short)--\(option.name)\(value)", option.help])
    }
    return columns.text
  }
}
