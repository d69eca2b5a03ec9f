package import IntentCore
internal import IntentLoading
internal import Schedules

/// An automation with what a scheduler is told of it.
package struct ScheduledAutomation: Sendable {
  package let automation: Automation
  let call: ScheduledCall
  package let times: SchedulerTimes

  /// - Parameter folder: The folder of definitions that the automation is in when a search would not find it.
  package init(
    _ automation: Automation, folder: String?, logsTo log: String?, _ engine: Engine
  ) throws(Failure) {
    self.automation = automation
    call = try ScheduledCall(automation.id, folder: folder, logsTo: log, engine)
    times = SchedulerTimes(
      schedule: automation.schedule, zone: engine.library.rules(of: automation.schedule),
      machine: engine.library.zones.machine, now: engine.world.clock.wall())
  }

  /// The lines for crontab(5). What is caught up is looked for after the start of the machine, and each hour.
  func crontabLines(knowsZone: Bool) -> [String] {
    var lines = times.crontab(knowsZone: knowsZone)
    if automation.catchUp == .once { lines += ["@reboot", "11 * * * *"] }
    return lines.map { "\($0) \(call.shellLine)" }
  }
}

/// Tells the schedulers of this user of automations, and knows what they were told.
package struct InstalledAutomations {
  private let access: SchedulerAccess
  private let engine: Engine
  /// The ids that the crontab has.
  private let lines: [String]

  private init(_ access: SchedulerAccess, _ engine: Engine, lines: [String]) {
    self.access = access
    self.engine = engine
    self.lines = lines
  }

  package static func read(_ engine: Engine) async throws(Failure) -> InstalledAutomations {
    let access = SchedulerAccess(engine)
    let lines =
      access.path(of: "crontab") == nil ? [] : try CrontabText(try await access.crontab()).entries.map(\.id)
    return InstalledAutomations(access, engine, lines: lines)
  }

  package func scheduler(of id: String) -> Scheduler? {
    hasTimer(id) ? .systemd : lines.contains(id) ? .crontab : nil
  }

  /// Those whose lines are in the crontab, and those among the automations that are there that have timers.
  package var ids: [String] {
    lines
      + engine.library.automations.entries().entries.map(\.id).filter { !lines.contains($0) && hasTimer($0) }
  }

  private func hasTimer(_ id: String) -> Bool {
    access.unitFolder.map { engine.installer.read(UnitFiles(id: id, folder: $0).timerPath) != nil } ?? false
  }

  /// Has a scheduler call for automations; only what is otherwise than it is is written.
  package static func install(
    _ automations: [ScheduledAutomation], by scheduler: Scheduler, _ engine: Engine
  ) async throws(Failure) {
    let access = SchedulerAccess(engine)
    let lease = try await lease(engine)
    defer { lease.release() }
    switch scheduler {
    case .systemd: try await writeUnits(automations, access, engine.installer)
    case .crontab: try await writeCrontab(automations, access)
    }
  }

  /// Takes lines and timers of automations out of the machine; the ids of those that were there.
  package static func uninstall(_ ids: [String], _ engine: Engine) async throws(Failure) -> [String] {
    let access = SchedulerAccess(engine)
    let lease = try await lease(engine)
    defer { lease.release() }
    var present = try await takeLines(ids, access)
    for id in ids where try await takeUnits(id, access, engine.installer) { present.append(id) }
    return present
  }

  /// Nobody else edits the crontab through us meanwhile.
  private static func lease(_ engine: Engine) async throws(Failure) -> any Lease {
    try await engine.world.store.acquireLease(
      on: "crontab", until: engine.world.clock.monotonic() + .seconds(10), engine.interruption)
  }

  private static func writeCrontab(
    _ automations: [ScheduledAutomation], _ access: SchedulerAccess
  ) async throws(Failure) {
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

  private static func writeUnits(
    _ automations: [ScheduledAutomation], _ access: SchedulerAccess, _ installer: Installer
  ) async throws(Failure) {
    guard let folder = access.unitFolder else { throw Failure(.schedulerMissing) }
    var timers: [String] = []
    for one in automations {
      let units = UnitFiles(id: one.automation.id, folder: folder)
      for (path, text) in [
        (units.servicePath, units.service(one.call)),
        (units.timerPath, units.timer(one.automation, one.times.calendars)),
      ] where installer.read(path) != Array(text.utf8) { try installer.write(path, Array(text.utf8), 0o644) }
      timers.append(units.timerName)
    }
    try await access.systemctl(["daemon-reload"])
    try await access.systemctl(["enable"] + timers)
    // Also one that runs already has to take the new calendar.
    try await access.systemctl(["restart"] + timers)
  }

  /// The ids whose lines were in the crontab, now gone.
  private static func takeLines(
    _ ids: [String], _ access: SchedulerAccess
  ) async throws(Failure) -> [String] {
    guard access.path(of: "crontab") != nil else { return [] }
    let text = try CrontabText(try await access.crontab())
    let others = text.entries.filter { !ids.contains($0.id) }
    if others.count == text.entries.count { return [] }
    try await access.writeCrontab(text.bytes(others))
    return text.entries.map(\.id).filter(ids.contains)
  }

  private static func takeUnits(
    _ id: String, _ access: SchedulerAccess, _ installer: Installer
  ) async throws(Failure) -> Bool {
    guard let folder = access.unitFolder else { return false }
    let units = UnitFiles(id: id, folder: folder)
    guard installer.read(units.timerPath) != nil || installer.read(units.servicePath) != nil else {
      return false
    }
    // Without a manager of this user's units there is nothing to stop.
    try? await access.systemctl(["disable", "--now", units.timerName])
    _ = try installer.remove(units.timerPath)
    _ = try installer.remove(units.servicePath)
    try? await access.systemctl(["daemon-reload"])
    return true
  }
}
