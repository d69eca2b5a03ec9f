internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

/// `runintent help`, `--help`, and `ID --help` from the definition.
enum HelpCommand {
  static let command = Command(
    name: "help", usage: "help [COMMAND|TOPIC|ID]", summary: "Explain a command, a topic or an intent.",
    options: [], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    guard let name = try command.operand(options) else { return overview(&session, asked: true) }
    if session.commands().contains(where: { $0.name == name }) {
      return try self.command(named: name, &session)
    }
    if let guide = Guide(rawValue: name) { return session.write(guide.shown(session.style())) }
    let (file, id): (SourceFile, String)
    do throws(Failure) {
      (file, id) = try session.definition(name)
    } catch {
      throw Guide.suggesting(name, error)
    }
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
    let topics = Guide.topics.joined(separator: ", ")
    text +=
      "\n"
      + say("Topics, for `runintent help TOPIC`: ${topics}", ["topics": .string(topics)])
      .wrapped(style, indent: 2)
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
      terms.append(option.term, session.text(option.help))
    }
    return terms.text
  }

  private static func statusLines(_ session: Session) -> String {
    var terms = TermList(style: session.style())
    for status in statuses { terms.append(status.code, session.text(status.meaning)) }
    return terms.text
  }

  /// What each exit status means.
  static var statuses: [(code: String, meaning: String)] {
    ExitStatus.explained.map { ($0 == .signal(0) ? "128+N" : String($0.code), $0.meaning) }
  }
}
