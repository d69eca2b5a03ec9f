internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

/// `runintent shortcut list`: every shortcut, what it runs, and what to say for it.
enum ShortcutList {
  static let command = Command(
    name: "shortcut list", usage: "shortcut list", summary: "List shortcuts.", options: [], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    try command.takeNone(options)
    let shortcuts = try session.world.store.shortcuts()
    switch session.settings.output {
    case .json:
      session.write(
        json: .object(["schemaVersion": 1, "shortcuts": .array(shortcuts.map(\.json))]))
    case .jsonl:
      for shortcut in shortcuts { session.write(json: shortcut.json) }
    default:
      if shortcuts.isEmpty {
        session.tell("No shortcuts.")
        return
      }
      session.write(columns(shortcuts, session))
    }
  }

  static func columns(_ shortcuts: [Shortcut], indent: Int = 0, _ session: Session) -> Columns {
    var columns = Columns(
      (0..<4).map { Columns.Column(isShrinkable: $0 == 1 || $0 == 2) }, style: session.style(),
      indent: indent)
    for shortcut in shortcuts {
      let definition = try? session.read(session.open(shortcut.path), id: shortcut.intent).definition
      let mark =
        definition == nil
        ? session.text("cannot be run")
        : session.engine.hasIntent(shortcut.key) ? session.text("an intent goes first") : ""
      columns.append([
        shortcut.name, ShellWords.join(Array(shortcut.words(definition).dropFirst())),
        shortcut.phrases.joined(separator: ", "), mark,
      ])
    }
    return columns
  }
}
