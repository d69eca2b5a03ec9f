internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import Phrases

enum SayCommand {
  static let command = Command(
    name: "say", usage: "say WORDS… [OPTIONS]",
    summary: "Run what a phrase of an intent or a shortcut stands for.", operands: .any,
    options: RunCommand.repeatedOptions.except(RunOptions.common.map(\.name)), .options(run))

  /// A longer text is refused, in characters.
  private static let limit = 500

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let said = options.operands.joined(separator: " ")
    let text = FoldedText(said)
    guard !text.isEmpty else { throw command.missing("WORDS") }
    guard text.count <= limit else {
      throw Failure(.valueTooLong, ["name": "WORDS", "limit": .integer(limit)])
    }
    let targets = PhraseTarget.all(&session.engine.library)
    var matcher = PhraseMatcher(text, session.engine)
    let found = await matcher.matches(among: targets)
    guard let first = found.first else {
      let near = await matcher.nearest(among: targets)
      throw Failure(.phraseUnknown, ["value": .text(said), "allowed": .list(near)])
    }
    let chosen = found.count == 1 ? first : try choose(said, found, options, session)
    try await RunCommand.answer(try chosen.call(session.engine), options, &session)
  }

  /// Has the person pick, where one may be asked.
  private static func choose(
    _ said: String, _ found: [PhraseMatch], _ options: ParsedOptions, _ session: Session
  ) throws(Failure) -> PhraseMatch {
    let calls = found.map { ShellWords.join($0.words) }
    let ambiguous = Failure(.phraseAmbiguous, ["value": .text(said), "allowed": .list(calls)])
    guard try RunTerms(options, session).asks else { throw ambiguous }
    let lines = found.map { one -> String in
      let title: String
      switch one.target.kind {
      case .shortcut(let shortcut): title = shortcut.name
      case .intent(let loaded, _): title = one.target.definition?.title ?? loaded.definition.title
      }
      return "\(title)  \(ShellWords.join(one.words))"
    }
    guard let index = session.environment.pick(lines, session.text) else { throw ambiguous }
    return found[index]
  }
}
