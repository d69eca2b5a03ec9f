internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

/// `runintent desktop list`: the intents that are among the programs of the desktop.
enum DesktopList {
  static let command = Command(
    name: "desktop list", usage: "desktop list", summary: "Show which intents the desktop knows.",
    options: [], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    try command.takeNone(options)
    let desktop = try DesktopEntries(session.engine)
    let ids = desktop.ids
    if session.settings.output == .json || session.settings.output == .jsonl {
      let entries = ids.map { id -> Value in
        .object([
          "intent": .string(id), "path": .string(desktop.path(of: id)),
          "found": .boolean(isThere(id, session)),
        ])
      }
      return session.write(json: .object(["schemaVersion": 1, "entries": .array(entries)]))
    }
    if ids.isEmpty {
      session.tell("No desktop entries.")
      return
    }
    var columns = Columns(plain: 3, style: session.style())
    for id in ids {
      columns.append([
        id, session.display(desktop.path(of: id)), isThere(id, session) ? "" : session.text("no such intent"),
      ])
    }
    session.write(columns)
  }

  private static func isThere(_ id: String, _ session: Session) -> Bool {
    (try? session.catalog.find(id)) != nil
  }
}

/// `runintent desktop remove`: takes entries of ours out of the desktop, and nobody else's.
enum DesktopRemove {
  static let command = Command(
    name: "desktop remove", usage: "desktop remove [ID…]",
    summary: "Take intents out of the desktop; all of them when none is named.", options: [], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let desktop = try DesktopEntries(session.engine)
    var report = DesktopReport()
    for id in options.operands.isEmpty ? desktop.ids : options.operands {
      let path = desktop.path(of: id)
      report.add(id, state: try desktop.remove(id) ? "removed" : "was not installed", path: path)
    }
    report.write(&session)
  }
}
