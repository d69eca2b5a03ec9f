package import IntentCore
internal import IntentLoading
package import Schedules

extension IntentLibrary {
  /// The automations in the folders of definitions, in the order of the search.
  package var automations: DefinitionFolders {
    var folders = folders
    folders.folders = folders.folders.map {
      DefinitionFolders.Folder(path: "\($0.path)/\(AutomationReader.folderName)")
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
    return (try automation(id, in: file), file)
  }

  func automation(_ id: String, in file: SourceFile) throws(Failure) -> Automation {
    let zones = zones
    return try AutomationReader.read(file, id: id) { zones.rules(of: $0) != nil }
  }

  package func rules(of schedule: Schedule) -> ZoneRules {
    guard let name = schedule.zone else { return zones.machine }
    return zones.rules(of: name) ?? .utc
  }
}

/// The automations of every folder, with their zones.
package struct FoundAutomations {
  package struct Item {
    package var automation: Automation
    package var zone: ZoneRules

    package init(automation: Automation, zone: ZoneRules) {
      (self.automation, self.zone) = (automation, zone)
    }
  }

  package private(set) var items: [Item] = []
  package private(set) var faults: [Fault]

  package init(_ library: IntentLibrary) {
    let (entries, faults) = library.automations.entries()
    self.faults = faults
    for entry in entries where !entry.isShadowed {
      do throws(Failure) {
        let automation = try library.automation(entry.id, in: try entry.open())
        items.append(Item(automation: automation, zone: library.rules(of: automation.schedule)))
      } catch {
        self.faults += error.faults
      }
    }
  }
}

/// What the store knows of an automation's runs.
package struct AutomationHistory {
  /// More missed moments are not counted.
  package static let most = 1000

  package let item: FoundAutomations.Item
  package let scheduler: Scheduler?
  /// Whether it is known that no scheduler has it.
  package let knowsScheduler: Bool
  package let last: InstantRecord?
  package let failures: Int
  package let missed: Int
  package let next: Occurrence?

  package var automation: Automation { item.automation }

  package init(
    _ item: FoundAutomations.Item, _ installed: InstalledAutomations, _ world: World
  ) throws(Failure) {
    let automation = item.automation
    let store = world.store
    let records = try store.instants(of: automation.path, limit: Self.most)
    let now = world.clock.wall()
    self.item = item
    scheduler = installed.scheduler(of: automation.id)
    knowsScheduler = scheduler != nil || installed.knowsCrontab
    last = records.first
    failures = records.failuresInARow
    next = automation.isEnabled ? automation.schedule.next(after: now, in: item.zone) : nil
    var since = records.last?.at
    // What was missed before the first that was taken on counts too, from when it was installed.
    if records.count < Self.most,
      let installed = try store.standing(of: automation.path, for: .unattended).trust?.recordedAt
    {
      since = since.map { min($0, installed) } ?? installed
    }
    missed = since.map { Self.missed(since: $0, records, item, now) } ?? 0
  }

  /// The moments since another that nobody took on, those aside that still may be.
  private static func missed(
    since start: WallTime, _ records: [InstantRecord], _ item: FoundAutomations.Item, _ now: WallTime
  ) -> Int {
    let known = Set(records.map(\.at))
    let end = now + .seconds(-300)
    var at = start
    var missed = 0
    while missed < most, let next = item.automation.schedule.next(after: at, in: item.zone), next.at <= end {
      if !known.contains(next.at) { missed += 1 }
      at = next.at
    }
    return missed
  }
}

extension [InstantRecord] {
  /// How many of the latest failed, one after the other.
  package var failuresInARow: Int {
    filter { $0.state != .unmet && $0.state != .running }.prefix { $0.state != .done }.count
  }
}
