internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent shortcut remove`: forgets shortcuts; the intents stay.
enum ShortcutRemove {
  static let command = Command(
    name: "shortcut remove", usage: "shortcut remove NAME…", summary: "Forget shortcuts; their intents stay.",
    options: [], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    guard !options.operands.isEmpty else { throw command.missing("NAME") }
    // All names are looked at before anything is removed.
    var shortcuts: [Shortcut] = []
    for name in options.operands { shortcuts.append(try session.engine.shortcut(name)) }
    for shortcut in shortcuts {
      _ = try session.world.store.removeShortcut(shortcut.key)
      if !session.settings.isQuiet {
        session.print("\(shortcut.name.cleaned(.line)): \(session.text("removed"))")
      }
    }
  }
}
