internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// `runintent list`: every intent there is by category, and which may not run from here.
enum ListCommand {
  static let command = Command(
    name: "list", usage: "list [--all]",
    summary: "List the intents by category, marking those that may not run from here.",
    options: [OptionSpec("all", .flag, "Hidden intents too.")], run: run)

  struct Row {
    var definition: IntentDefinition
    var mark: Mark
  }

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    try command.takeNone(options)
    let (entries, folderFaults) = session.catalog.entries()
    var faults = folderFaults
    let marking = Marking(session.world, from: session.environment.source())
    var rows: [Row] = []
    rows.reserveCapacity(entries.count)
    for entry in entries where !entry.isShadowed {
      do throws(Failure) {
        let file = try entry.open()
        let definition = try session.read(file, id: entry.id).definition
        if definition.isHidden, !options.has("all") { continue }
        let mark = await marking.mark(definition, file)
        rows.append(Row(definition: session.localised(definition), mark: mark))
      } catch {
        faults += error.faults
      }
    }
    rows.sort { $0.definition.id < $1.definition.id }
    let shortcuts = (try? session.world.store.shortcuts()) ?? []
    write(rows, shortcuts, faults, &session)
    session.warn(session.engine.library.takeWarnings())
    if !faults.isEmpty { session.report(Failure(faults)) }
  }

  private static func write(
    _ rows: [Row], _ shortcuts: [Shortcut], _ faults: [Fault], _ session: inout Session
  ) {
    switch session.settings.output {
    case .json, .jsonl:
      let value: Value = .object([
        "schemaVersion": 1, "intents": .array(rows.map { $0.json(session) }),
        "shortcuts": .array(shortcuts.map(\.json)), "errors": session.faults(faults),
      ])
      session.write(json: value)
    case .value:
      for row in rows { session.print(row.definition.id) }
      for shortcut in shortcuts { session.print(shortcut.name) }
    case .text, .waybar:
      if rows.isEmpty, faults.isEmpty, shortcuts.isEmpty {
        session.print(
          session.text("No intents here. `runintent setup` installs the samples; `runintent help` says more.")
        )
      } else {
        IntentList(rows, style: session.style(), say: session.text).write(to: &session.outcome.output)
      }
      if shortcuts.isEmpty { return }
      if !rows.isEmpty { session.write("\n") }
      session.outcome.output.paint(.bold, session.style(), session.text("Shortcuts"))
      session.write("\n")
      session.write(ShortcutList.columns(shortcuts, indent: 2, session))
    }
  }
}

extension ListCommand.Row {
  fileprivate func json(_ session: Session) -> Value {
    .object([
      "id": .string(definition.id), "title": .string(definition.title),
      "description": definition.description.map { .string($0) } ?? .null,
      "category": definition.category.map { .string($0) } ?? .null,
      "icon": definition.icon.map { .string($0) } ?? .null, "hidden": .boolean(definition.isHidden),
      "phrases": .array(definition.phrases.map { .string($0) }),
      "keywords": .array(definition.keywords.map { .string($0) }),
      "parameters": .array(definition.parameters.map(ParameterTable.json)),
      "handler": .string(definition.handler), "path": .string(definition.path),
      "allowed": .boolean(mark == .allowed), "mark": .string(mark.rawValue),
    ])
  }
}
