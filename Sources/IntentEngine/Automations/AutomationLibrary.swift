package import IntentCore
internal import IntentLoading
package import Schedules

extension IntentLibrary {
  /// The automations in the folders of definitions, in the order of the search.
  package var automations: DefinitionFolders {
    var folders = folders
    folders.folders = folders.folders.map {
      DefinitionFolders.Folder(path: "\($0.path)/\(AutomationReader.folderName)", isNamed: false)
    }
    return folders
  }

  package var zones: ZoneDatabase { ZoneDatabase(world.files.read) }

  /// Reads an automation by its id; fails with `automation.unknown` when there is none.
  package func automation(_ id: String) throws(Failure) -> (automation: Automation, file: SourceFile) {
    let file: SourceFile
    do throws(Failure) {
      file = try automations.find(id)
    } catch {
      guard error.faults.first?.code == .intentUnknown else { throw error }
      let near = error.faults.first?["suggestion"] ?? ""
      throw Failure(.automationUnknown, ["name": .text(id), "suggestion": near])
    }
    let zones = zones
    return (try AutomationReader.read(file, id: id) { zones.rules(of: $0) != nil }, file)
  }

  package func rules(of schedule: Schedule) -> ZoneRules {
    guard let name = schedule.zone else { return zones.machine }
    return zones.rules(of: name) ?? .utc
  }
}

/// The automations of every folder, with the zones that they name, each read once.
package struct FoundAutomations {
  package struct Item {
    package var automation: Automation
    package var zone: ZoneRules

    package init(automation: Automation, zone: ZoneRules) {
      self.automation = automation
      self.zone = zone
    }
  }

  package private(set) var items: [Item] = []
  package private(set) var faults: [Fault] = []
  private let database: ZoneDatabase
  private var zones: [String: ZoneRules?] = [:]
  private lazy var machine = database.machine

  package init(_ library: IntentLibrary) {
    database = library.zones
    let (entries, found) = library.automations.entries()
    faults = found
    for entry in entries where !entry.isShadowed {
      do throws(Failure) { items.append(try read(entry)) } catch { faults += error.faults }
    }
  }

  private mutating func read(_ entry: DefinitionFolders.Entry) throws(Failure) -> Item {
    let file = try entry.open()
    var zones = zones
    let database = database
    func rules(_ name: String) -> ZoneRules? {
      if let known = zones[name] { return known }
      let rules = database.rules(of: name)
      zones[name] = .some(rules)
      return rules
    }
    let automation = try AutomationReader.read(file, id: entry.id) { rules($0) != nil }
    let zone = automation.schedule.zone.flatMap(rules) ?? machine
    self.zones = zones
    return Item(automation: automation, zone: zone)
  }
}
