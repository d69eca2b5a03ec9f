internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering
internal import Phrases

/// The call that a shortcut is to keep, as the words of a command say it.
extension ShortcutDraft {
  /// The call that words after an intent's id make, on top of values that are kept already.
  static func read(
    _ words: [Word], _ definition: IntentDefinition, _ file: SourceFile, _ options: ParsedOptions,
    keeping kept: ValueObject = ValueObject(), _ session: Session
  ) async throws(Failure) -> ShortcutDraft {
    let scanned = try InvocationScanner.scan(words, for: definition)
    if let option = scanned.options.options.first {
      throw Failure(.unknownOption, ["option": .text("--\(option.name)"), "intent": .text(definition.id)])
    }
    let earlier = kept.supplied(as: .shortcut).filter { old in
      !scanned.arguments.contains { $0.name == old.name }
    }
    return try await ShortcutDraft(
      definition, file, earlier + scanned.arguments, by: run(options, session))
  }

  /// The call of the last run that was not refused, without its secrets.
  static func last(_ options: ParsedOptions, _ session: Session) async throws(Failure) -> ShortcutDraft {
    let record = try session.engine.lastCall()
    let file = try session.open(record.start.path)
    let definition = try session.load(file, id: record.start.intent).definition
    let values = try record.values().withoutMarks
    return try await ShortcutDraft(
      definition, file, values.supplied(as: .journal), by: run(options, session))
  }

  private static func run(_ options: ParsedOptions, _ session: Session) throws(Failure) -> IntentRun {
    IntentRun(session.engine, try RunTerms(options, session), through: TerminalDoor(session: session))
  }

  /// The phrases that were given; without any, one of the intent's with these values is offered, which a person
  /// may change.
  func phrases(_ options: ParsedOptions, _ session: inout Session) throws(Failure) -> [String] {
    let given = options.values("phrase")
    if !given.isEmpty { return try Self.phrases(given: given) }
    let offered = offer(session.localised(definition).phrases)
    guard try RunTerms(options, session).asks else { return offered.map { [$0] } ?? [] }
    let say = session.text
    let question =
      offered.map { say("Phrase to say for it (Enter for \"${phrase}\")", ["phrase": .string($0)]) }
      ?? say("Phrase to say for it (Enter for none)")
    let answer = session.environment.prompt(question.cleaned(.line) + ": ", false) ?? ""
    return FoldedText(answer).isEmpty ? offered.map { [$0] } ?? [] : try Self.phrases(given: [answer])
  }
}
