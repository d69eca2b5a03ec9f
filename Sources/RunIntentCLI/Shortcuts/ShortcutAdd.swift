internal import IntentCore
internal import IntentEngine
internal import IntentLoading

/// `runintent shortcut add`: saves a call.
enum ShortcutAdd {
  static let phrase = OptionSpec(
    "phrase", .value("TEXT"), "What to say for it; repeat for more. One of the intent's, when absent.",
    repeats: true)

  static let command = Command(
    name: "shortcut add", usage: "shortcut add NAME INTENT [PARAMETERS] [--phrase TEXT]…",
    summary: "Save a call of an intent, or with --last the last run.",
    options: [
      phrase, OptionSpec("last", .flag, "Save the last run with its values; secrets are never kept."),
    ] + RunOptions.all.filter { $0.name == "no-input" }, run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let split = ShortcutWords(call.words, operands: 2, of: command)
    var file: SourceFile?
    var definition: IntentDefinition?
    if split.operands.count == 2 {
      let found = try session.find(split.operands[1])
      definition = try session.load(found, id: split.operands[1]).definition
      file = found
    }
    let parts = split.parts(for: definition)
    let options = try command.parse(Invocation(leading: call.leading, words: parts.own), &session)
    guard let name = options.operands.first else { throw command.missing("NAME") }
    try session.engine.checkFree(name)
    let call: ShortcutDraft
    if options.has("last") {
      if let extra = options.operands.dropFirst().first ?? parts.intent.first?.text {
        throw Failure(.unexpectedArgument, ["value": .text(extra), "command": .text(command.name)])
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
