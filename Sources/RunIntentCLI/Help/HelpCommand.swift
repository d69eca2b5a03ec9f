internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPlatform
internal import IntentRendering

/// `runintent help`, `--help`, and `ID --help` from the definition.
enum HelpCommand {
  static let command = Command(
    name: "help", usage: "help [COMMAND|TOPIC|ID]", summary: "Explain a command, a topic or an intent.",
    operands: .optional,
    completion: OperandWords { session, _ in session.ids + session.table.rows.map(\.name) + Guide.topics },
    .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    guard let name = options.operands.first else { return overview(&session, asked: true) }
    if let command = session.table.rows.first(where: { $0.name == name })?.command() {
      return explain(command, &session)
    }
    if let guide = Guide(rawValue: name) { return session.write(guide.shown(session.style())) }
    let (file, id): (SourceFile, String)
    do throws(Failure) {
      (file, id) = try session.library.definition(name)
    } catch {
      throw Guide.suggesting(name, error)
    }
    intent(session.library.localised(try session.library.read(file, id: id).definition), &session)
  }

  /// Without a word to act on, help goes to standard error and the call was wrong (64).
  static func overview(_ session: inout Session, asked: Bool) {
    let say = session.text
    let style = session.style()
    var text = say("runintent performs intents: actions that JSON files define, checked and truthful.")
      .wrapped(style)
    text += "\n" + say("Usage: runintent ID [PARAMETERS] [OPTIONS]\n       runintent COMMAND …") + "\n\n"
    text += say("Commands:") + "\n"
    text += TermList.text(session.table.all.map { ($0.name, say($0.summary)) }, style)
    text += "\n" + say("Options after an intent's id:") + "\n" + optionLines(RunOptions.all, session)
    text += "\n" + say("Options before an intent's id:") + "\n"
    text += optionLines(RunOptions.leadingAlone, session)
    text +=
      "\n" + say("Exit status:") + "\n" + TermList.text(statuses.map { ($0.code, say($0.meaning)) }, style)
    let topics = Guide.topics.joined(separator: ", ")
    text += "\n"
    text += say("Topics, for `runintent help TOPIC`: ${topics}", ["topics": .string(topics)])
      .wrapped(style, indent: 2)
    text += "\n"
    text += say("`runintent list` shows the intents, `runintent ID --help` explains one.").wrapped(style)
    if asked { return session.write(text) }
    session.writeError(text)
    session.outcome.status = .usage
  }

  static func explain(_ command: Command, _ session: inout Session) {
    let say = session.text
    let style = session.style()
    var text = say(command.summary).wrapped(style) + "\n"
    text += say("Usage: ${call}", ["call": .string("runintent \(command.usage)")]).wrapped(style, indent: 7)
    if !command.options.isEmpty {
      text += "\n" + say("Options:") + "\n" + optionLines(command.options, session)
    }
    text += "\n" + say("Options of every command:") + "\n" + optionLines(RunOptions.common, session)
    session.write(text)
  }

  static func intent(_ definition: IntentDefinition, _ session: inout Session) {
    session.write(IntentHelp(definition: definition, style: session.style(), say: session.text).text)
  }

  private static func optionLines(_ options: [OptionSpec], _ session: Session) -> String {
    TermList.text(options.map { ($0.term, session.text($0.help)) }, session.style())
  }

  /// What each exit status means.
  static var statuses: [(code: String, meaning: String)] {
    ExitStatus.explained.map { ($0 == .signal(0) ? "128+N" : String($0.code), $0.meaning) }
  }
}

/// A guide that travels inside the program, by the topic that it explains.
enum Guide: String, CaseIterable {
  case definitions, permissions, secrets, vpn, doors, automations, workflows, phrases, keys, configuration
  case json, sharing, installing, programs, sandbox, protection, choices

  /// The Markdown of the page that leads to the guides.
  static var frontPage: MarkdownText { MarkdownText(EmbeddedTexts.guides[0]) }

  static let topics = allCases.map(\.rawValue)

  var text: MarkdownText {
    MarkdownText(EmbeddedTexts.guides[1 + (Guide.topics.firstIndex(of: rawValue) ?? 0)])
  }

  /// The guide as `help` shows it.
  func shown(_ style: Style) -> String { text.terminal(style) { "runintent help \($0.lowercased())" } }

  /// The failure for a name that help does not know, with a topic as what was probably meant where one is near.
  static func suggesting(_ name: String, _ failure: Failure) -> Failure {
    guard let fault = failure.faults.first, fault.code == .intentUnknown else { return failure }
    var names = topics
    if case .text(let near)? = fault["suggestion"], !near.isEmpty { names.insert(near, at: 0) }
    guard let near = Suggestion.nearest(to: name, among: names) else { return failure }
    return Failure(.intentUnknown, ["intent": .text(name), "suggestion": .text(near)])
  }
}
