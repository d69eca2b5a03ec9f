internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

/// `runintent help`, `--help`, and `ID --help` from the definition.
enum HelpCommand {
  static let command = Command(
    name: "help", usage: "help [COMMAND|ID]", summary: "Explain a command or an intent.", options: [],
    run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    guard let name = try command.operand(options) else { return overview(&session, asked: true) }
    if session.commands().contains(where: { $0.name == name }) {
      return try self.command(named: name, &session)
    }
    let (file, id) = try session.definition(name)
    intent(session.localised(try session.read(file, id: id).definition), &session)
  }

  /// Without a word to act on, help goes to standard error and the call was wrong (64).
  static func overview(_ session: inout Session, asked: Bool) {
    let say = session.text
    let style = session.style()
    var text = say("runintent performs intents: actions that JSON files define, checked and truthful.")
      .wrapped(style)
    text += "\n" + say("Usage: runintent ID [PARAMETERS] [OPTIONS]\n       runintent COMMAND …") + "\n\n"
    text += say("Commands:") + "\n"
    var commands = TermList(style: style)
    for command in session.commands() { commands.append(command.name, say(command.summary)) }
    text += commands.text
    text += "\n" + say("Options after an intent's id:") + "\n" + optionLines(RunOptions.all, session)
    text += "\n" + say("Options before an intent's id:") + "\n"
    text += optionLines(RunOptions.leadingAlone, session)
    text += "\n" + say("Exit status:") + "\n" + statusLines(session)
    text += "\n"
    text += say("`runintent list` shows the intents, `runintent ID --help` explains one.").wrapped(style)
    if asked { return session.write(text) }
    session.writeError(text)
    session.outcome.status = .usage
  }

  static func command(named name: String, _ session: inout Session) throws(Failure) {
    guard let command = session.commands().first(where: { $0.name == name }) else {
      throw Failure(.unknownCommand, ["command": .text(name)])
    }
    let say = session.text
    let style = session.style()
    var text = say(command.summary).wrapped(style) + "\n"
    text += say("Usage: ${call}", ["call": .string("runintent \(command.usage)")]).wrapped(style, indent: 7)
    if !command.options.isEmpty {
      text += "\n" + say("Options:") + "\n" + optionLines(command.options, session)
    }
    text += "\n" + say("Options of every command:") + "\n" + optionLines(Command.commonOptions, session)
    session.write(text)
  }

  static func intent(_ definition: IntentDefinition, _ session: inout Session) {
    session.write(IntentHelp(definition: definition, style: session.style(), say: session.text).text)
  }

  private static func optionLines(_ options: [OptionSpec], _ session: Session) -> String {
    var terms = TermList(style: session.style())
    for option in options where !option.isReserved {
      let short = option.short.map { "-\($0), " } ?? ""
      let value = option.form.map { " \($0)" } ?? ""
      terms.append("\(short)--\(option.name)\(value)", session.text(option.help))
    }
    return terms.text
  }

  private static func statusLines(_ session: Session) -> String {
    var terms = TermList(style: session.style())
    for (status, meaning) in statuses { terms.append(status, session.text(meaning)) }
    return terms.text
  }

  private static let statuses = [
    ("0", "done"), ("1", "the handler says that it failed"), ("64", "a wrong call, a parameter is missing"),
    ("65", "a bad value"), ("66", "no such intent or entity"), ("69", "not available, offline"),
    ("70", "a fault of runintent itself"), ("74", "reading or writing failed"), ("75", "busy, try later"),
    ("77", "not allowed"), ("78", "a bad definition or configuration"), ("124", "not done in time"),
    ("128+N", "ended by signal N"),
  ]
}
