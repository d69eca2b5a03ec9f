package import IntentCore
package import Schedules

/// What the store knows of an automation's runs.
package struct AutomationHistory {
  /// More missed moments are not counted.
  package static let most = 1000

  package let item: FoundAutomations.Item
  package let scheduler: Scheduler?
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
    last = records.first
    failures = records.failuresInARow
    next = automation.isEnabled ? automation.schedule.next(after: now, in: item.zone) : nil
    var since = records.last?.at
    // What was missed before the first that was taken on counts too, from when it was installed.
    if records.count < Self.most, let installed = try store.standing(of: automation.path).trust?.recordedAt {
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
