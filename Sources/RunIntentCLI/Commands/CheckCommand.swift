internal import IntentCore
internal import IntentLoading
internal import IntentRendering

/// `runintent check`: everything that is wrong with definitions, at once.
enum CheckCommand {
  static let command = Command(
    name: "check", usage: "check [PATH…]", summary: "Find everything that is wrong with definitions.",
    options: [OptionSpec("strict", .flag, "Warnings count as errors.")], run: run)

  @Sendable
  static func run(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    let options = try command.parse(words, leading, &session)
    if options.has("help") { return try HelpCommand.command(named: "check", &session) }
    var faults: [Fault] = []
    var count = 0
    for entry in entries(options.operands, &faults, session) {
      count += 1
      faults += check(entry, session)
    }
    let isBad = faults.contains { $0.severity == .error || options.has("strict") }
    if session.settings.output == .json || session.settings.output == .jsonl {
      let value: Value = .object([
        "schemaVersion": 1, "checked": .integer(count), "faults": session.faults(faults),
      ])
      session.write(json: value)
    } else {
      if !faults.isEmpty {
        session.writeError(FaultRenderer(style: session.style(forErrors: true)).text(Failure(faults)))
      }
      if !isBad, !session.settings.isQuiet {
        let warnings = faults.isEmpty ? "no faults" : "\(faults.count) warning\(faults.count == 1 ? "" : "s")"
        session.print("\(count) definition\(count == 1 ? "" : "s") checked, \(warnings)")
      }
    }
    if isBad { session.outcome.status = Failure(faults).statusOfCheck }
  }

  private static func entries(
    _ paths: [String], _ faults: inout [Fault], _ session: Session
  ) -> [Catalog.Entry] {
    if paths.isEmpty {
      let (entries, found) = session.catalog.entries()
      faults += found
      return entries
    }
    var entries: [Catalog.Entry] = []
    for path in paths {
      let absolute = session.absolute(path)
      if path.hasJSONSuffix {
        entries.append(Catalog.Entry(file: absolute, session))
        continue
      }
      if Names.isIdentifier(path), let file = try? session.catalog.find(path) {
        entries.append(Catalog.Entry(file: file.path, session))
        continue
      }
      let folder = Catalog(
        folders: [Catalog.Folder(path: absolute, isNamed: true)], open: session.environment.files.open,
        openFolder: session.environment.files.folder)
      let (listed, found) = folder.entries()
      entries += listed
      faults += found
    }
    return entries
  }

  private static func check(_ entry: Catalog.Entry, _ session: Session) -> [Fault] {
    var faults: [Fault] = []
    do throws(Failure) {
      let file = try entry.open()
      faults += file.concerns
      let loaded = try session.load(file, id: entry.id)
      faults += loaded.warnings
    } catch {
      faults += error.faults
    }
    let path = session.display(entry.path)
    if !Names.isIdentifier(entry.id) {
      faults.append(Fault(.fileName, ["path": .text(path), "name": .text(entry.id)]))
    }
    if CommandTable.reserved.contains(entry.id) {
      faults.append(
        Fault(.definitionCommandName, ["path": .text(path), "name": .text(entry.id)], severity: .warning))
    }
    if entry.isShadowed {
      faults.append(
        Fault(.definitionShadowed, ["path": .text(path), "name": .text(entry.id)], severity: .warning))
    }
    return faults
  }
}

extension Catalog.Entry {
  fileprivate init(file path: String, _ session: Session) {
    let name =
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? path
    let id = name.hasJSONSuffix ? String(decoding: name.utf8.dropLast(5), as: UTF8.self) : name
    self.init(id: id, path: path) { () throws(Failure) in try session.environment.files.open(path) }
  }
}

extension Failure {
  /// Warnings that count as errors end as a bad definition does.
  fileprivate var statusOfCheck: ExitStatus {
    faults.contains { $0.severity == .error } ? status : .badDefinition
  }
}
