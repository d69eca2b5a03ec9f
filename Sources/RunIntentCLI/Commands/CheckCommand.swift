internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

/// `runintent check`: everything that is wrong with definitions, at once.
enum CheckCommand {
  static let command = Command(
    name: "check", usage: "check [PATH…]", summary: "Find everything that is wrong with definitions.",
    options: [OptionSpec("strict", .flag, "Warnings count as errors.")], run: run)

  @Sendable
  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    var report = Report(isStrict: options.has("strict"))
    var catalogs = CheckedCatalogs()
    var phrases = AmbiguousPhrases()
    if options.operands.contains("") {
      throw Failure(.missingArgument, ["name": "PATH", "command": "check"])
    }
    var paths = options.operands
    for place in session.environment.configuration.places {
      let named = paths.count
      paths.removeAll { session.absolute($0).utf8.elementsEqual(place.path.utf8) }
      guard options.operands.isEmpty || paths.count < named else { continue }
      guard let found = ConfigurationCheck.faults(place, session) else { continue }
      report.configurations.append(place.path)
      report.faults += found
    }
    let entries =
      paths.isEmpty && !options.operands.isEmpty ? [] : entries(paths, &report.faults, session)
    for entry in entries {
      report.checked += 1
      report.faults += await faults(of: entry, &catalogs, &phrases, session)
    }
    for entry in automations(options.operands, session) {
      report.checked += 1
      report.faults += AutomationCheck.faults(of: entry, session)
    }
    report.write(&session)
  }

  /// The automations that go with what is checked: all, or those of the folders that are named.
  private static func automations(_ paths: [String], _ session: Session) -> [DefinitionFolders.Entry] {
    if paths.isEmpty { return session.automations.entries().entries }
    return paths.flatMap { path -> [DefinitionFolders.Entry] in
      let absolute = session.absolute(path)
      guard session.world.files.facts(absolute)?.kind == .folder else { return [] }
      var session = session
      session.engine.settings.intents = absolute
      return session.automations.entries().entries
    }
  }

  private static func entries(
    _ paths: [String], _ faults: inout [Fault], _ session: Session
  ) -> [DefinitionFolders.Entry] {
    if paths.isEmpty {
      let (entries, found) = session.catalog.entries()
      faults += found
      return entries
    }
    var entries: [DefinitionFolders.Entry] = []
    for path in paths {
      let absolute = session.absolute(path)
      if path.hasJSONSuffix {
        entries.append(DefinitionFolders.Entry(file: absolute, session))
        continue
      }
      if Names.isIdentifier(path), session.world.files.facts(absolute)?.kind != .folder {
        do throws(Failure) {
          entries.append(DefinitionFolders.Entry(file: try session.find(path).path, session))
        } catch {
          faults += error.faults
        }
        continue
      }
      let folder = DefinitionFolders(
        folders: [DefinitionFolders.Folder(path: absolute, isNamed: true)],
        open: session.environment.files.open,
        openFolder: session.environment.files.folder)
      let (listed, found) = folder.entries()
      entries += listed
      faults += found
    }
    return entries
  }

  /// What is wrong with one file: who may change it, its name, its text, and what it needs of the machine.
  private static func faults(
    of entry: DefinitionFolders.Entry, _ catalogs: inout CheckedCatalogs, _ phrases: inout AmbiguousPhrases,
    _ session: Session
  ) async -> [Fault] {
    var faults: [Fault] = []
    do throws(Failure) {
      let file = try entry.open()
      faults += file.concerns
      faults += naming(entry, file, session)
      let loaded = try session.load(file, id: entry.id)
      faults += loaded.warnings
      faults += catalogs.faults(of: loaded.definition, file, session.environment.files)
      if !entry.isShadowed {
        faults += phrases.faults(
          of: loaded.definition, file, catalogs.catalog(in: loaded.definition.folder))
      }
      faults += await DefinitionCheck.faults(loaded.definition, file, session)
    } catch {
      faults += error.faults
    }
    return faults.sorted { $0.place < $1.place }
  }

  private static func naming(_ entry: DefinitionFolders.Entry, _ file: SourceFile, _ session: Session)
    -> [Fault]
  {
    var faults: [Fault] = []
    let start = SourceLocation(file: file.displayPath, line: 1, column: 1)
    if CommandTable.reserved.contains(entry.id) {
      faults.append(
        Fault(.definitionCommandName, ["name": .text(entry.id)], at: start, severity: .warning))
    }
    if entry.isShadowed, let first = try? session.catalog.find(entry.id) {
      faults.append(
        Fault(
          .definitionShadowed,
          ["path": .text(file.displayPath), "other": .text(session.display(first.path))], at: start,
          severity: .warning))
    }
    return faults
  }
}

extension CheckCommand {
  /// What was found, and how it is told.
  struct Report {
    let isStrict: Bool
    var checked = 0
    /// The files of the configuration that were there.
    var configurations: [String] = []
    var faults: [Fault] = []

    var errors: Int { faults.count { $0.severity == .error } }
    var warnings: Int { faults.count - errors }
    var isBad: Bool { errors > 0 || isStrict && warnings > 0 }

    init(isStrict: Bool) { self.isStrict = isStrict }

    func write(_ session: inout Session) {
      switch session.settings.output {
      case .json, .jsonl:
        session.write(
          json: .object([
            "schemaVersion": 1, "checked": .integer(checked),
            "configurations": .array(configurations.map { .string($0) }), "errors": .integer(errors),
            "warnings": .integer(warnings), "faults": session.faults(faults),
          ]))
      default:
        if !faults.isEmpty {
          session.writeError(
            FaultRenderer(style: session.style(forErrors: true), text: session.text).text(Failure(faults)))
        }
        if !session.settings.isQuiet { session.print(sentence(session.text)) }
      }
      if isBad { session.outcome.status = errors > 0 ? Failure(faults).status : .badDefinition }
    }

    private func sentence(_ say: Localizer) -> String {
      var counts: [String] = []
      if errors > 0 {
        counts.append(say(errors == 1 ? "${count} error" : "${count} errors", ["count": .integer(errors)]))
      }
      if warnings > 0 {
        counts.append(
          say(warnings == 1 ? "${count} warning" : "${count} warnings", ["count": .integer(warnings)]))
      }
      let found = counts.isEmpty ? say("no faults") : counts.joined(separator: ", ")
      let values: ValueObject = ["count": .integer(checked), "found": .string(found)]
      if !configurations.isEmpty {
        return say(
          checked == 1
            ? "the configuration and ${count} definition checked, ${found}"
            : "the configuration and ${count} definitions checked, ${found}", values)
      }
      return say(
        checked == 1 ? "${count} definition checked, ${found}" : "${count} definitions checked, ${found}",
        values)
    }
  }
}

extension DefinitionFolders.Entry {
  fileprivate init(file path: String, _ session: Session) {
    let name =
      path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? path
    let id = name.hasJSONSuffix ? String(decoding: name.utf8.dropLast(5), as: UTF8.self) : name
    self.init(id: id, path: path) { () throws(Failure) in try session.environment.files.open(path) }
  }
}

extension Fault {
  fileprivate var place: (Int, Int) { (location?.line ?? 0, location?.column ?? 0) }
}
