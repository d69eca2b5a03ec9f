internal import IntentCore

extension SourceFacts {
  /// Tells how this run was entered: from a terminal, by a timer, or, for all else, from a script.
  ///
  /// On most machines everything descends from systemd, so that descent alone tells nothing: a login, a
  /// desktop and a terminal descend from it too. What is nearest counts, and after that the unit.
  package func find() -> SourceFinding {
    if isInForeground() { return SourceFinding(source: .terminal, reason: .foreground) }
    guard let own = status("self").flatMap(ProcessAncestor.init(stat:)) else {
      return SourceFinding(source: .script, reason: .noProcesses)
    }
    let (ancestors, isWhole) = ancestors(of: own)
    for ancestor in ancestors {
      if ancestor.name == own.name {
        return SourceFinding(source: .script, reason: .ourselves(ancestor), ancestors: ancestors)
      }
      if SourceFacts.schedulers.contains(ancestor.name) {
        return SourceFinding(source: .timer, reason: .scheduler(ancestor), ancestors: ancestors)
      }
      if SourceFacts.logins.contains(ancestor.name) {
        return SourceFinding(source: .script, reason: .login(ancestor), ancestors: ancestors)
      }
    }
    if let holder = own.hasTerminal ? own : ancestors.first(where: { $0.hasTerminal }) {
      return SourceFinding(source: .script, reason: .background(holder), ancestors: ancestors)
    }
    // Other users' processes may be hidden (hidepid of proc(5)); the unit still tells then.
    let unit = controlGroups().flatMap(ServiceUnit.init(controlGroups:))
    if let unit, unit.isWork, !isWhole || ancestors.contains(where: { $0.name == "systemd" }) {
      return SourceFinding(
        source: .timer, reason: .work(unit: unit.name), ancestors: ancestors, unit: unit.name)
    }
    return SourceFinding(source: .script, reason: .nothing, ancestors: ancestors, unit: unit?.name)
  }

  /// The ancestors, the parent first, and whether all could be seen.
  private func ancestors(of own: ProcessAncestor) -> (ancestors: [ProcessAncestor], isWhole: Bool) {
    var found: [ProcessAncestor] = []
    var next = own.parent
    while next > 0, found.count < 64 {
      guard let ancestor = status(String(next)).flatMap(ProcessAncestor.init(stat:)) else {
        return (found, false)
      }
      found.append(ancestor)
      next = ancestor.parent
    }
    return (found, true)
  }

  /// Programs that start others at a time.
  private static let schedulers = ["cron", "crond", "anacron", "fcron", "atd", "supercronic"]
  /// Programs by which people log in without a terminal of their own.
  private static let logins = ["sshd", "sshd-session", "dropbear"]
}
