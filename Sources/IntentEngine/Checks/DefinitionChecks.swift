package import IntentCore
internal import IntentLoading

/// Everything that is wrong with definitions, automations and the configuration, at once.
package struct DefinitionChecks {
  /// What was looked at, and what was found.
  package struct Report: Sendable {
    /// How many definitions and automations were looked at.
    package fileprivate(set) var checked = 0
    /// The files of the configuration that were there.
    package fileprivate(set) var configurations: [String] = []
    package fileprivate(set) var faults: [Fault] = []
    /// What could be better, and is not wrong.
    package fileprivate(set) var hints: [Fault] = []
  }

  private let engine: Engine
  private let configuration: ConfigurationFiles
  private var report = Report()
  private var catalogs = CheckedCatalogs()
  private var phrases = AmbiguousPhrases()

  /// Checks files, folders and ids; all that is found from here when none is named.
  package static func report(
    on operands: [String], _ engine: Engine, _ configuration: ConfigurationFiles
  ) async -> Report {
    var checks = DefinitionChecks(engine: engine, configuration: configuration)
    let paths = checks.checkConfiguration(operands)
    let entries = paths.isEmpty && !operands.isEmpty ? [] : checks.entries(paths)
    for entry in entries {
      checks.report.checked += 1
      checks.report.faults += await checks.faults(of: entry)
    }
    for entry in checks.automations(operands) {
      checks.report.checked += 1
      checks.report.faults += AutomationCheck.faults(of: entry, engine.library)
    }
    return checks.report
  }

  /// Checks automations alone, by their ids; every one when none is named.
  package static func report(onAutomations ids: [String], _ library: IntentLibrary) -> Report {
    var report = Report()
    var entries: [DefinitionFolders.Entry] = []
    if ids.isEmpty { (entries, report.faults) = library.automations.entries() }
    for id in ids {
      if let file = try? library.automations.find(id) {
        entries.append(DefinitionFolders.Entry(id: id, path: file.path) { () throws(Failure) in file })
      } else {
        report.faults.append(Fault(.automationUnknown, ["name": .text(id)]))
      }
    }
    for entry in entries {
      report.checked += 1
      report.faults += AutomationCheck.faults(of: entry, library)
    }
    return report
  }

  /// Checks the files of the configuration that are named, both where nothing is; the other paths.
  private mutating func checkConfiguration(_ operands: [String]) -> [String] {
    var paths = operands
    for place in configuration.places {
      let named = paths.count
      paths.removeAll { engine.library.absolute($0).utf8.elementsEqual(place.path.utf8) }
      guard operands.isEmpty || paths.count < named,
        let found = ConfigurationCheck.faults(place, configuration, engine.library)
      else { continue }
      report.configurations.append(place.path)
      report.faults += found
    }
    return paths
  }

  /// The automations that go with what is checked: all, or those of the folders that are named.
  private func automations(_ paths: [String]) -> [DefinitionFolders.Entry] {
    if paths.isEmpty { return engine.library.automations.entries().entries }
    return paths.flatMap { path in isFolder(path) ? library(of: path).automations.entries().entries : [] }
  }

  /// The library that looks into one folder alone.
  private func library(of folder: String) -> IntentLibrary {
    var library = engine.library
    library.settings.intents = folder
    return library
  }

  private func isFolder(_ path: String) -> Bool {
    engine.world.files.facts(engine.library.absolute(path))?.kind == .folder
  }

  private mutating func entries(_ paths: [String]) -> [DefinitionFolders.Entry] {
    let library = engine.library
    if paths.isEmpty {
      let (entries, found) = library.folders.entries()
      report.faults += found
      return entries
    }
    var entries: [DefinitionFolders.Entry] = []
    for path in paths {
      if path.jsonStem != nil {
        entries.append(entry(library.absolute(path)))
      } else if Names.isIdentifier(path), !isFolder(path) {
        do throws(Failure) {
          entries.append(entry(try library.find(path).path))
        } catch {
          report.faults += error.faults
        }
      } else {
        let (listed, found) = self.library(of: path).folders.entries()
        entries += listed
        report.faults += found
      }
    }
    return entries
  }

  private func entry(_ path: String) -> DefinitionFolders.Entry {
    let library = engine.library
    return DefinitionFolders.Entry(id: path.fileName.jsonStem ?? path.fileName, path: path) {
      () throws(Failure) in try library.open(path)
    }
  }

  /// What is wrong with one file: who may change it, its name, its text, and what it needs of the machine.
  private mutating func faults(of entry: DefinitionFolders.Entry) async -> [Fault] {
    var faults: [Fault] = []
    do throws(Failure) {
      let file = try entry.open()
      faults += file.concerns
      faults += naming(entry, file)
      let loaded = try engine.library.load(file, id: entry.id)
      let definition = loaded.definition
      faults += loaded.warnings
      faults += catalogs.faults(of: definition, file, engine.library.files)
      if !entry.isShadowed {
        faults += phrases.faults(of: definition, file, catalogs.catalog(in: definition.folder))
      }
      faults += await DefinitionCheck.faults(definition, file, engine, configuration)
      if faults.isEmpty,
        let document = try? JSONDocument(bytes: file.bytes, file: file.displayPath, limits: .definition)
      {
        report.hints += SandboxHints(definition: definition, document: document).hints
      }
    } catch {
      faults += error.faults
    }
    return faults.sorted {
      ($0.location?.line ?? 0, $0.location?.column ?? 0) < ($1.location?.line ?? 0, $1.location?.column ?? 0)
    }
  }

  private func naming(_ entry: DefinitionFolders.Entry, _ file: SourceFile) -> [Fault] {
    var faults: [Fault] = []
    let start = SourceLocation(file: file.displayPath, line: 1, column: 1)
    if engine.library.reserved().contains(entry.id) {
      faults.append(Fault(.definitionCommandName, ["name": .text(entry.id)], at: start, severity: .warning))
    }
    if entry.isShadowed, let first = try? engine.library.folders.find(entry.id) {
      faults.append(
        Fault(
          .definitionShadowed,
          ["path": .text(file.displayPath), "other": .text(engine.library.display(first.path))], at: start,
          severity: .warning))
    }
    return faults
  }
}

/// The catalogs that `check` has looked into, each read and checked once.
private struct CheckedCatalogs {
  private var catalogs: [String: StringCatalog] = [:]
  private var looked: Set<String> = []

  func catalog(in folder: String) -> StringCatalog? { catalogs[folder] }

  /// What is wrong with the catalog beside a definition, when it is met for the first time, and what it lacks
  /// for the definition.
  mutating func faults(
    of definition: IntentDefinition, _ file: SourceFile, _ files: DefinitionAccess
  ) -> [Fault] {
    var faults: [Fault] = []
    if looked.insert(definition.folder).inserted {
      do throws(Failure) {
        let source = try files.catalog("\(definition.folder)/\(DefinitionTexts.fileName)")
        faults += source.concerns
        let catalog = try StringCatalog(bytes: source.bytes, file: source.displayPath)
        catalogs[definition.folder] = catalog
        faults += CatalogCheck.faults(in: catalog)
      } catch {
        faults += error.faults.filter { $0.code != .fileMissing }
      }
    }
    guard let catalog = catalogs[definition.folder] else { return faults }
    return faults + CatalogCheck.faults(of: definition, file: file.displayPath, in: catalog)
  }
}
