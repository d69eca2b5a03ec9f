internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

/// `runintent shortcut show`: what a shortcut runs.
enum ShortcutShow {
  static let command = Command(
    name: "shortcut show", usage: "shortcut show NAME", summary: "Show what a shortcut runs.", options: [],
    run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let shortcut = try session.engine.shortcut(try command.operand(options, named: "NAME"))
    write(shortcut, &session)
  }

  /// Says what was kept, unless nothing is to be said.
  static func tell(_ shortcut: Shortcut, _ session: inout Session) {
    if !session.settings.isQuiet { write(shortcut, &session) }
  }

  private static func write(_ shortcut: Shortcut, _ session: inout Session) {
    if session.settings.output == .json || session.settings.output == .jsonl {
      var object: ValueObject = ["schemaVersion": 1]
      for (key, value) in shortcut.json.objectValue?.members ?? [] { object[key] = value }
      return session.write(json: .object(object))
    }
    let say = session.text
    let definition = try? session.read(session.open(shortcut.path), id: shortcut.intent).definition
    var fields = [
      Snippet.Field(say("Runs"), ShellWords.join(shortcut.words(definition))),
      Snippet.Field(say("File"), session.display(shortcut.path)),
    ]
    if !shortcut.phrases.isEmpty {
      fields.append(Snippet.Field(say("Phrases"), shortcut.phrases.joined(separator: ", ")))
    }
    var bytes = Array("\(shortcut.name.cleaned(.line))\n".utf8)
    SnippetRenderer(style: session.style()).write(Snippet([.fields(fields)]), to: &bytes)
    session.outcome.output += bytes
  }
}
