internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

enum ShortcutCommand {
  static let command = Command(
    name: "shortcut", usage: "shortcut add|edit|list|show|remove [NAME] [OPTIONS]",
    summary: "Save calls of intents under names and phrases of one's own.",
    .verbs([
      ShortcutAdd.command, ShortcutEdit.command, ShortcutList.command, ShortcutShow.command,
      ShortcutRemove.command,
    ]))
}

enum ShortcutList {
  static let command = Command(name: "shortcut list", summary: "List shortcuts.", .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let shortcuts = try session.world.store.shortcuts()
    if session.write("shortcuts", shortcuts.map(\.json)) { return }
    if shortcuts.isEmpty { return session.tell("No shortcuts.") }
    session.write(columns(shortcuts, session))
  }

  static func columns(_ shortcuts: [Shortcut], indent: Int = 0, _ session: Session) -> Columns {
    var columns = Columns(
      (0..<4).map { Columns.Column(isShrinkable: $0 == 1 || $0 == 2) }, style: session.style(),
      indent: indent)
    for shortcut in shortcuts {
      let definition = session.definition(of: shortcut)
      let mark =
        definition == nil
        ? "cannot be run" : session.engine.hasIntent(shortcut.key) ? "an intent goes first" : ""
      columns.append([
        shortcut.name, ShellWords.join(Array(shortcut.words(definition).dropFirst())),
        shortcut.phrases.joined(separator: ", "), mark.isEmpty ? "" : session.text(mark),
      ])
    }
    return columns
  }
}

enum ShortcutShow {
  static let command = Command(
    name: "shortcut show", usage: "shortcut show NAME", summary: "Show what a shortcut runs.",
    operands: .one("NAME"), completion: .shortcuts, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    write(try session.engine.shortcut(options.operand), &session)
  }

  /// Says what was kept, unless nothing is to be said.
  static func tell(_ shortcut: Shortcut, _ session: inout Session) {
    if !session.settings.isQuiet { write(shortcut, &session) }
  }

  private static func write(_ shortcut: Shortcut, _ session: inout Session) {
    if session.settings.isJSON { return session.write(json: shortcut.json.objectValue ?? [:]) }
    let say = session.text
    let phrases = shortcut.phrases.joined(separator: ", ")
    let fields = Snippet.Block.fields([
      (say("Runs"), ShellWords.join(shortcut.words(session.definition(of: shortcut)))),
      (say("File"), session.display(shortcut.path)), (say("Phrases"), phrases.isEmpty ? nil : phrases),
    ])
    session.write(Snippet([fields]).text(under: shortcut.name, session))
  }
}

extension Session {
  /// The definition that a shortcut calls, `nil` where it is no more.
  fileprivate func definition(of shortcut: Shortcut) -> IntentDefinition? {
    try? library.read(library.open(shortcut.path), id: shortcut.intent).definition
  }
}

enum ShortcutRemove {
  static let command = Command(
    name: "shortcut remove", usage: "shortcut remove NAME…", summary: "Forget shortcuts; their intents stay.",
    operands: .some("NAME"), completion: .shortcuts, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    // All names are looked at before anything is removed.
    var shortcuts: [Shortcut] = []
    for name in options.operands { shortcuts.append(try session.engine.shortcut(name)) }
    for shortcut in shortcuts {
      _ = try session.world.store.removeShortcut(shortcut.key)
      session.note(shortcut.name.cleaned(.line), session.text("removed"))
    }
  }
}
