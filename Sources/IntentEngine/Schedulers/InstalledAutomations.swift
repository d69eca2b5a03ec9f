package import IntentCore

/// Tells the schedulers of this user of automations, and knows what they were told.
package struct InstalledAutomations {
  private let access: SchedulerAccess
  private let engine: Engine
  private var installer: Installer { engine.installer }
  private let inCrontab: [String]
  /// Whether it could be looked for in the crontab.
  package let knowsCrontab: Bool

  package init(_ engine: Engine) async throws(Failure) {
    self.engine = engine
    access = SchedulerAccess(engine)
    knowsCrontab = !access.hidesCrontab
    inCrontab =
      access.path(of: "crontab") == nil ? [] : try CrontabText(try await access.crontab()).entries.map(\.id)
  }

  package func scheduler(of id: String) -> Scheduler? {
    hasTimer(id) ? .systemd : inCrontab.contains(id) ? .crontab : nil
  }

  /// Those whose lines are in the crontab, and those among the automations that are there that have timers.
  package var ids: [String] {
    let there = engine.library.automations.entries().entries.map(\.id)
    return inCrontab + there.filter { !inCrontab.contains($0) && hasTimer($0) }
  }

  private func hasTimer(_ id: String) -> Bool {
    access.unitFolder.map { installer.read(UnitFiles(id: id, folder: $0).timer) != nil } ?? false
  }
}

extension Engine {
  /// Has a scheduler call for automations; only what is otherwise than it is is written.
  package func install(_ automations: [ScheduledAutomation], by scheduler: Scheduler) async throws(Failure) {
    let lease = try await schedulerLease()
    defer { lease.release() }
    switch scheduler {
    case .systemd: try await writeUnits(automations)
    case .crontab: try await writeCrontab(automations)
    }
  }

  /// Takes lines and timers of automations out of the machine; the ids of those that were there.
  package func uninstall(_ ids: [String]) async throws(Failure) -> [String] {
    let lease = try await schedulerLease()
    defer { lease.release() }
    var present = try await takeLines(ids)
    for id in ids where try await takeUnits(id) { present.append(id) }
    if SchedulerAccess(self).hidesCrontab, let first = ids.first(where: { !present.contains($0) }) {
      throw Failure(.schedulerUnknown, ["automation": .text(first)])
    }
    return present
  }

  /// Nobody else edits the crontab through us meanwhile.
  private func schedulerLease() async throws(Failure) -> any Lease {
    try await world.store.acquireLease(
      on: "crontab", until: world.clock.monotonic() + .seconds(10), interruption)
  }

  private func writeCrontab(_ automations: [ScheduledAutomation]) async throws(Failure) {
    let access = SchedulerAccess(self)
    let present = try await access.crontab()
    let text = try CrontabText(present)
    var entries = text.entries
    for one in automations {
      let entry = CrontabText.Entry(id: one.automation.id, lines: one.crontabLines(knowsZone: !text.setsZone))
      if let index = entries.firstIndex(where: { $0.id == entry.id }) {
        entries[index] = entry
      } else {
        entries.append(entry)
      }
    }
    let wanted = text.bytes(entries)
    if wanted != present { try await access.writeCrontab(wanted) }
  }

  private func writeUnits(_ automations: [ScheduledAutomation]) async throws(Failure) {
    let access = SchedulerAccess(self)
    guard let folder = access.unitFolder else { throw Failure(.schedulerMissing) }
    for (path, text) in automations.flatMap({ $0.units(in: folder) }) {
      _ = try installer.update(path, Array(text.utf8))
    }
    let timers = automations.map { UnitFiles(id: $0.automation.id, folder: folder).timerName }
    try await access.systemctl(["daemon-reload"])
    try await access.systemctl(["enable"] + timers)
    // Also one that runs already has to take the new calendar.
    try await access.systemctl(["restart"] + timers)
  }

  /// The ids whose lines were in the crontab, now gone.
  private func takeLines(_ ids: [String]) async throws(Failure) -> [String] {
    let access = SchedulerAccess(self)
    guard access.path(of: "crontab") != nil else { return [] }
    let text = try CrontabText(try await access.crontab())
    let others = text.entries.filter { !ids.contains($0.id) }
    if others.count == text.entries.count { return [] }
    try await access.writeCrontab(text.bytes(others))
    return text.entries.map(\.id).filter(ids.contains)
  }

  private func takeUnits(_ id: String) async throws(Failure) -> Bool {
    let access = SchedulerAccess(self)
    guard let folder = access.unitFolder else { return false }
    let units = UnitFiles(id: id, folder: folder)
    guard installer.read(units.timer) != nil || installer.read(units.service) != nil else { return false }
    // Without a manager of this user's units there is nothing to stop.
    try? await access.systemctl(["disable", "--now", units.timerName])
    for path in [units.timer, units.service] { _ = try installer.remove(path) }
    try? await access.systemctl(["daemon-reload"])
    return true
  }
}
