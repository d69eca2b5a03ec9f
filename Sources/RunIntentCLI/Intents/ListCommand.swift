internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

enum ListCommand {
  static let command = Command(
    name: "list", usage: "list [--all]",
    summary: "List the intents by category, marking those that may not run from here.",
    options: [OptionSpec("all", .flag, "Hidden intents too.")], .options(run))

  struct Row {
    var definition: IntentDefinition
    var mark: Mark
  }

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let (entries, folderFaults) = session.library.folders.entries()
    var faults = folderFaults
    let marking = Marking(session.world, from: session.environment.source())
    var rows: [Row] = []
    rows.reserveCapacity(entries.count)
    for entry in entries where !entry.isShadowed {
      do throws(Failure) {
        let file = try entry.open()
        let definition = try session.library.read(file, id: entry.id).definition
        if definition.isHidden, !options.has("all") { continue }
        let mark = await marking.mark(definition, file)
        rows.append(Row(definition: session.library.localised(definition), mark: mark))
      } catch {
        faults += error.faults
      }
    }
    rows.sort { $0.definition.id < $1.definition.id }
    let shortcuts = (try? session.world.store.shortcuts()) ?? []
    write(rows, shortcuts, faults, &session)
    session.warn(session.library.takeWarnings())
    if !faults.isEmpty { session.report(Failure(faults)) }
  }

  private static func write(
    _ rows: [Row], _ shortcuts: [Shortcut], _ faults: [Fault], _ session: inout Session
  ) {
    switch session.settings.output {
    case .json, .jsonl:
      session.write(json: [
        "intents": .array(rows.map { $0.json(session) }), "shortcuts": .array(shortcuts.map(\.json)),
        "errors": session.json(faults),
      ])
    case .value:
      for row in rows { session.print(row.definition.id) }
      for shortcut in shortcuts { session.print(shortcut.name) }
    case .text, .waybar:
      if rows.isEmpty, faults.isEmpty, shortcuts.isEmpty {
        session.print(
          session.text("No intents here. `runintent setup` installs the samples; `runintent help` says more.")
        )
      } else {
        session.write(rows)
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
      "description": Value(definition.description), "category": Value(definition.category),
      "icon": Value(definition.icon), "hidden": .boolean(definition.isHidden),
      "phrases": Value(definition.phrases), "keywords": Value(definition.keywords),
      "parameters": .array(definition.parameters.map(ParameterTable.json)),
      "handler": .string(definition.handler), "path": .string(definition.path),
      "allowed": .boolean(mark == .allowed), "mark": .string(mark.rawValue),
    ])
  }
}

extension Session {
  /// Writes the rows under the headings of their categories, all in the same columns.
  fileprivate mutating func write(_ rows: [ListCommand.Row]) {
    let groups = ListCommand.grouped(rows, text)
    let hasIcons = rows.contains { $0.definition.icon != nil }
    let style = style()
    var columns = Columns(
      (0...(hasIcons ? 3 : 2)).map { Columns.Column(isShrinkable: $0 == (hasIcons ? 2 : 1)) }, style: style,
      indent: groups.contains { $0.heading != nil } ? 2 : 0)
    for row in groups.flatMap(\.rows) {
      let glyph = row.definition.icon.flatMap { Glyph(symbol: $0)?.text(style) } ?? ""
      columns.append(
        (hasIcons ? [glyph] : []) + [row.definition.id, row.definition.title, text(row.mark.text)])
    }
    var start = 0
    for (heading, rows) in groups {
      if let heading {
        if start > 0 { write("\n") }
        outcome.output.paint(.bold, style, heading.cleaned(.line))
        write("\n")
      }
      columns.write(rows: start..<start + rows.count, to: &outcome.output)
      start += rows.count
    }
  }
}

extension ListCommand {
  /// By category in the order of the alphabet; what has none comes last. Without any category there are no headings.
  fileprivate static func grouped(_ rows: [Row], _ say: Localizer) -> [(heading: String?, rows: [Row])] {
    guard rows.contains(where: { $0.definition.category != nil }) else { return [(nil, rows)] }
    let groups = Dictionary(grouping: rows) { $0.definition.category }
    let named = groups.filter { $0.key != nil }.sorted { $0.key ?? "" < $1.key ?? "" }
    return named.map { ($0.key, $0.value) } + (groups[nil].map { [(say("other"), $0)] } ?? [])
  }
}
