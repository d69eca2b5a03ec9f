internal import IntentCore
internal import IntentEngine
internal import IntentLoading

/// `runintent automation remove`: takes out of the machine what `install` wrote, and what it allowed the automation.
enum AutomationRemove {
  static let command = Command(
    name: "automation remove", usage: "automation remove ID… [--delete]",
    summary: "Have the machine run an automation no more; its file stays.",
    options: [OptionSpec("delete", .flag, "Delete its file too.")], run: run)

  @Sendable
  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    guard !options.operands.isEmpty else {
      throw command.missing("ID")
    }
    for id in options.operands where !Names.isIdentifier(id) {
      throw Failure(.automationUnknown, ["name": .text(id)])
    }
    let present = try await uninstall(options.operands, session)
    for id in options.operands {
      let path = (try? session.automations.find(id))?.path
      if let path { _ = try session.world.store.removeTrust(of: path) }
      let wasThere = present.contains(id)
      if !wasThere, path == nil { throw Failure(.automationUnknown, ["name": .text(id)]) }
      if options.has("delete"), let path { _ = try session.environment.installer.remove(path) }
      if !session.settings.isQuiet {
        session.print("\(id): \(session.text(wasThere ? "no longer installed" : "was not installed"))")
      }
    }
  }

  /// Takes lines and timers of automations out of the machine; the ids of those that were there.
  static func uninstall(_ ids: [String], _ session: Session) async throws(Failure) -> [String] {
    let access = session.schedulers
    let lease = try await AutomationInstall.lease(session)
    defer { lease.release() }
    var present = try await takeLines(ids, access)
    for id in ids where try await takeUnits(id, access, session) { present.append(id) }
    return present
  }

  /// The ids of what the machine runs now: lines of the crontab, and timers of the definitions that are there.
  static func installed(_ session: Session) async throws(Failure) -> [String] {
    let access = session.schedulers
    var ids: [String] = []
    if access.path(of: "crontab") != nil {
      ids = try CrontabText(try await access.crontab()).entries.map(\.id)
    }
    guard let folder = access.unitFolder else { return ids }
    for entry in session.automations.entries().entries where !ids.contains(entry.id) {
      let path = UnitFiles(id: entry.id, folder: folder).timerPath
      if session.environment.installer.read(path) != nil { ids.append(entry.id) }
    }
    return ids
  }

  /// The ids whose lines were in the crontab, now gone.
  private static func takeLines(
    _ ids: [String], _ access: SchedulerAccess
  ) async throws(Failure) -> [String] {
    guard access.path(of: "crontab") != nil else { return [] }
    let present = try await access.crontab()
    let text = try CrontabText(present)
    let kept = text.entries.filter { !ids.contains($0.id) }
    if kept.count == text.entries.count { return [] }
    try await access.writeCrontab(text.bytes(kept))
    return text.entries.map(\.id).filter(ids.contains)
  }

  private static func takeUnits(
    _ id: String, _ access: SchedulerAccess, _ session: Session
  ) async throws(Failure) -> Bool {
    guard let folder = access.unitFolder else { return false }
    let units = UnitFiles(id: id, folder: folder)
    let installer = session.environment.installer
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
