internal import IntentCore
internal import IntentEngine
internal import IntentLoading

/// `runintent shortcut edit`: gives a shortcut another name, other phrases or other values.
enum ShortcutEdit {
  static let command = Command(
    name: "shortcut edit",
    usage: "shortcut edit NAME [PARAMETERS] [--phrase TEXT]… [--rename NAME] [--without PARAMETER]…",
    summary: "Give a shortcut another name, other phrases or other values.",
    options: [
      ShortcutAdd.phrase, OptionSpec("rename", .value("NAME"), "The new name."),
      OptionSpec("without", .value("PARAMETER"), "Keep no value for it; repeat for more.", repeats: true),
    ] + RunOptions.all.filter { $0.name == "no-input" }, run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let split = ShortcutWords(call.words, operands: 1, of: command)
    guard let name = split.operands.first else { throw command.missing("NAME") }
    let old = try session.engine.shortcut(name)
    let file = try session.open(old.path)
    let definition = try session.load(file, id: old.intent).definition
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
    if options.has("phrase") {
      shortcut.phrases = try ShortcutDraft.phrases(given: options.values("phrase"))
    }
    try session.engine.keep(shortcut, replacing: old.key)
    ShortcutShow.tell(shortcut, &session)
  }
}
