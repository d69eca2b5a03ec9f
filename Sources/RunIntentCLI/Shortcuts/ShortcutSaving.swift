internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline
internal import Phrases

enum ShortcutAdd {
  static let phrase = OptionSpec(
    "phrase", .value("TEXT"), "What to say for it; repeat for more. One of the intent's, when absent.",
    repeats: true)

  static let command = Command(
    name: "shortcut add", usage: "shortcut add NAME INTENT [PARAMETERS] [--phrase TEXT]…",
    summary: "Save a call of an intent, or with --last the last run.",
    options: [
      phrase, OptionSpec("last", .flag, "Save the last run with its values; secrets are never kept."),
    ] + RunOptions.all.only(["no-input"]), completion: .definitionAfterName, .words(run))

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let split = ShortcutWords(call.words, operands: 2, of: command)
    let intent = split.operands.dropFirst().first
    let file = try intent.map { id throws(Failure) in try session.library.find(id) }
    let definition = try file.map { file throws(Failure) in
      try session.library.load(file, id: intent ?? "").definition
    }
    let parts = split.parts(for: definition)
    let options = try command.parse(Invocation(leading: call.leading, words: parts.own), &session)
    guard let name = options.operands.first else { throw command.missing("NAME") }
    try session.engine.checkFree(name)
    let call: ShortcutDraft
    if options.has("last") {
      if let extra = options.operands.dropFirst().first ?? parts.intent.first?.text {
        throw command.unexpected(extra)
      }
      call = try await ShortcutDraft.last(options, session)
    } else {
      guard let file, let definition else { throw command.missing("INTENT") }
      call = try await ShortcutDraft.read(parts.intent, definition, file, options, session)
    }
    let shortcut = Shortcut(
      name: name, intent: call.definition.id, path: call.path, parameters: call.values,
      phrases: try call.phrases(options, &session))
    try session.engine.keep(shortcut, replacing: nil)
    ShortcutShow.tell(shortcut, &session)
  }
}

enum ShortcutEdit {
  static let command = Command(
    name: "shortcut edit",
    usage: "shortcut edit NAME [PARAMETERS] [--phrase TEXT]… [--rename NAME] [--without PARAMETER]…",
    summary: "Give a shortcut another name, other phrases or other values.",
    options: [
      ShortcutAdd.phrase, OptionSpec("rename", .value("NAME"), "The new name."),
      OptionSpec("without", .value("PARAMETER"), "Keep no value for it; repeat for more.", repeats: true),
    ] + RunOptions.all.only(["no-input"]), completion: .shortcuts, .words(run))

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let split = ShortcutWords(call.words, operands: 1, of: command)
    guard let name = split.operands.first else { throw command.missing("NAME") }
    let old = try session.engine.shortcut(name)
    let file = try session.library.open(old.path)
    let definition = try session.library.load(file, id: old.intent).definition
    let parts = split.parts(for: definition)
    let options = try command.parse(Invocation(leading: call.leading, words: parts.own), &session)
    var shortcut = old
    if let name = options.value("rename") {
      if Shortcut.key(name) != old.key || !Shortcut.isName(name) { try session.engine.checkFree(name) }
      shortcut.name = name
    }
    for parameter in options.values("without") {
      guard shortcut.parameters[parameter] != nil else {
        throw .notAmong("--without", parameter, shortcut.parameters.keys)
      }
      shortcut.parameters[parameter] = nil
    }
    if !parts.intent.isEmpty {
      shortcut.parameters = try await ShortcutDraft.read(
        parts.intent, definition, file, options, keeping: shortcut.parameters, session
      ).values
    }
    if options.has("phrase") { shortcut.phrases = try ShortcutDraft.phrases(given: options.values("phrase")) }
    try session.engine.keep(shortcut, replacing: old.key)
    ShortcutShow.tell(shortcut, &session)
  }
}

/// The call that a shortcut is to keep, as the words of a command say it.
extension ShortcutDraft {
  /// The call that words after an intent's id make, on top of values that are kept already.
  static func read(
    _ words: [Word], _ definition: IntentDefinition, _ file: SourceFile, _ options: ParsedOptions,
    keeping kept: ValueObject = ValueObject(), _ session: Session
  ) async throws(Failure) -> ShortcutDraft {
    let arguments = try InvocationScanner.arguments(words, for: definition)
    let earlier = kept.supplied(as: .shortcut).filter { old in !arguments.contains { $0.name == old.name } }
    return try await ShortcutDraft(definition, file, earlier + arguments, by: IntentRun(options, session))
  }

  /// The call of the last run that was not refused, without its secrets.
  static func last(_ options: ParsedOptions, _ session: Session) async throws(Failure) -> ShortcutDraft {
    let record = try session.engine.lastCall()
    let file = try session.library.open(record.start.path)
    let definition = try session.library.load(file, id: record.start.intent).definition
    let values = try record.values().withoutMarks
    return try await ShortcutDraft(
      definition, file, values.supplied(as: .journal), by: IntentRun(options, session))
  }

  /// The phrases that were given; without any, one of the intent's with these values is offered, which a person
  /// may change.
  func phrases(_ options: ParsedOptions, _ session: inout Session) throws(Failure) -> [String] {
    let given = options.values("phrase")
    if !given.isEmpty { return try Self.phrases(given: given) }
    let offered = offer(session.library.localised(definition).phrases)
    guard try RunTerms(options, session).asks else { return offered.map { [$0] } ?? [] }
    let say = session.text
    let question =
      offered.map { say("Phrase to say for it (Enter for \"${phrase}\")", ["phrase": .string($0)]) }
      ?? say("Phrase to say for it (Enter for none)")
    let answer = session.environment.prompt(question.cleaned(.line) + ": ", false) ?? ""
    return FoldedText(answer).isEmpty ? offered.map { [$0] } ?? [] : try Self.phrases(given: [answer])
  }
}

/// The words of a command that has options of its own before and among the parameters of an intent.
struct ShortcutWords {
  /// The operands that the command itself takes, as far as they were given.
  private(set) var operands: [String] = []
  private var own: [Word] = []
  private var rest: [Word] = []
  private let options: [OptionSpec]

  /// - Parameter count: How many operands are the command's own; what follows the last may be the intent's.
  init(_ words: [Word], operands count: Int, of command: Command) {
    options = command.options + RunOptions.common
    var index = 0
    while index < words.count, operands.count < count {
      let word = words[index]
      index += 1
      own.append(word)
      switch word.kind {
      case .operand(let text): operands.append(text)
      case .long(let name, nil) where options.named(name)?.takesValue ?? false:
        if words.value(after: &index) != nil { own.append(words[index - 1]) }
      case .long, .short, .end: continue
      }
    }
    rest = Array(words[index...])
  }

  /// The command's own words and the intent's: an option is the intent's where a parameter has its name.
  func parts(for definition: IntentDefinition?) -> (own: [Word], intent: [Word]) {
    var (own, intent) = (own, [Word]())
    var index = 0
    while index < rest.count {
      let word = rest[index]
      index += 1
      guard case .long(let name, let attached) = word.kind, definition?.parameter(named: name) == nil,
        let spec = options.named(name)
      else {
        intent.append(word)
        if word.isEnd {
          intent += rest[index...]
          break
        }
        continue
      }
      own.append(word)
      if attached == nil, spec.takesValue, rest.value(after: &index) != nil { own.append(rest[index - 1]) }
    }
    return (own, intent)
  }
}
