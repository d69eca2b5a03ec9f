internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// The call that a shortcut is to keep, its values checked by their types.
struct ShortcutCall {
  let definition: IntentDefinition
  let file: SourceFile
  let values: ValueObject
  private let resolved: ResolvedInvocation
  private let asks: Bool

  /// The call that words after an intent's id make, on top of values that are kept already.
  static func read(
    _ words: [String], _ definition: IntentDefinition, _ file: SourceFile, _ options: ParsedOptions,
    keeping kept: ValueObject = ValueObject(), _ session: Session
  ) async throws(Failure) -> ShortcutCall {
    let scanned = try InvocationScanner.scan(words, for: definition)
    if let option = scanned.options.options.first {
      throw Failure(.unknownOption, ["option": .text("--\(option.name)"), "intent": .text(definition.id)])
    }
    for argument in scanned.arguments where definition.parameter(named: argument.name)?.isSecret ?? false {
      throw Failure(
        .valueNothingAllowed,
        ["name": .text(argument.spelling), "hint": "a shortcut keeps no secret; give it when it runs"])
    }
    let earlier = kept.supplied(as: .shortcut).filter { old in
      !scanned.arguments.contains { $0.name == old.name }
    }
    return try await resolve(definition, file, earlier + scanned.arguments, options, session)
  }

  /// The call of the last run that was not refused, without its secrets.
  static func last(_ options: ParsedOptions, _ session: Session) async throws(Failure) -> ShortcutCall {
    let record = try session.run(numbered: nil)
    let file = try session.open(record.start.path)
    let definition = try session.load(file, id: record.start.intent).definition
    let values = try record.values().withoutMarks
    return try await resolve(definition, file, values.supplied(as: .journal), options, session)
  }

  private static func resolve(
    _ definition: IntentDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument],
    _ options: ParsedOptions, _ session: Session
  ) async throws(Failure) -> ShortcutCall {
    let entry = IntentEntry(session: session, call: try RunCall(options, session))
    // Secrets are asked for at each run.
    var open = definition
    open.parameters.removeAll(where: \.isSecret)
    let resolved = try await entry.resolve(open, file, supplied)
    let values = resolved.values.members.filter { member in
      supplied.contains { $0.name == member.key } || open.parameter(named: member.key)?.isRequired ?? false
    }
    return ShortcutCall(
      definition: definition, file: file, values: ValueObject(uniqueMembers: values), resolved: resolved,
      asks: entry.asks)
  }

  /// The phrases that were given; without any, one of the intent's with these values is offered, which a person
  /// may change.
  func phrases(_ options: ParsedOptions, _ session: inout Session) throws(Failure) -> [String] {
    let given = options.values("phrase")
    if !given.isEmpty { return try Self.phrases(given: given) }
    let offered = offer(session.localised(definition))
    guard asks else { return offered.map { [$0] } ?? [] }
    let say = session.text
    let question =
      offered.map { say("Phrase to say for it (Enter for \"${phrase}\")", ["phrase": .string($0)]) }
      ?? say("Phrase to say for it (Enter for none)")
    guard let answer = session.environment.prompt(question.cleaned(.line) + ": ", false) else {
      return offered.map { [$0] } ?? []
    }
    return FoldedText(answer).isEmpty ? offered.map { [$0] } ?? [] : [try Self.checked(answer)]
  }

  /// Phrases from the command line; an empty one stands for none.
  static func phrases(given: [String]) throws(Failure) -> [String] {
    var phrases: [String] = []
    for phrase in given where !FoldedText(phrase).isEmpty { phrases.append(try checked(phrase)) }
    return phrases
  }

  /// The first phrase of the intent whose places are all filled, before one that has none.
  private func offer(_ localised: IntentDefinition) -> String? {
    let templates = localised.phrases.compactMap { try? PhraseTemplate($0) }
    let words: (PhraseTemplate.Slot) -> String? = { slot in
      guard values[slot.name] != nil else { return nil }
      return resolved.shown(.reference(.parameter(slot.name, path: slot.path)))
    }
    let filled = templates.filter { !$0.slots.isEmpty } + templates.filter { $0.slots.isEmpty }
    return filled.lazy.compactMap { $0.spoken(words) }.first
  }

  private static func checked(_ phrase: String) throws(Failure) -> String {
    guard let template = try? PhraseTemplate(phrase), template.slots.isEmpty else {
      throw Failure(
        .valueFormat,
        [
          "name": "--phrase", "value": .text(phrase),
          "expected": "words to say, some of them perhaps optional in brackets",
        ])
    }
    return phrase
  }
}
