internal import IntentCore

extension SourceFacts {
  /// Tells how this run was entered: from a terminal, by a timer, or, for all else, from a script.
  ///
  /// On most machines everything descends from systemd, so that descent alone tells nothing: a login, a
  /// desktop and a terminal descend from it too. The nearest ancestor that tells counts, then the unit.
  package func find() -> SourceFinding {
    if isInForeground() { return SourceFinding(source: .terminal, reason: .foreground) }
    var chain: [ProcessAncestor] = []
    guard ProcessAncestor.append(stat: status("self"), to: &chain) else {
      return SourceFinding(source: .script, reason: .noProcesses)
    }
    let isWhole = appendAncestors(to: &chain)
    for index in chain.indices.dropFirst() {
      let name = chain[index].name
      if name == chain[0].name {
        return SourceFinding(source: .script, reason: .ourselves, chain: chain, decisive: index)
      }
      if SourceFacts.schedulers.contains(name) {
        return SourceFinding(source: .timer, reason: .scheduler, chain: chain, decisive: index)
      }
      if SourceFacts.logins.contains(name) {
        return SourceFinding(source: .script, reason: .login, chain: chain, decisive: index)
      }
    }
    for index in chain.indices where chain[index].hasTerminal {
      return SourceFinding(source: .script, reason: .background, chain: chain, decisive: index)
    }
    // Other users' processes may be hidden (hidepid of proc(5)); the unit still tells then.
    guard !isWhole || chain.contains(where: { $0.name == "systemd" }), let groups = controlGroups(),
      let unit = ServiceUnit(controlGroups: groups)
    else { return SourceFinding(source: .script, reason: .nothing, chain: chain) }
    return SourceFinding(
      source: unit.isWork ? .timer : .script, reason: unit.isWork ? .work : .nothing, chain: chain,
      unit: unit.name)
  }

  /// Follows the parents of the last one; false when not all could be seen.
  private func appendAncestors(to chain: inout [ProcessAncestor]) -> Bool {
    var next = chain[0].parent
    while next > 0, chain.count < 64 {
      guard ProcessAncestor.append(stat: status(String(next)), to: &chain) else { return false }
      next = chain[chain.count - 1].parent
    }
    return true
  }

  /// Programs that start others at a time.
  private static let schedulers = ["cron", "crond", "anacron", "fcron", "atd", "supercronic"]
  /// Programs by which people log in without a terminal of their own.
  private static let logins = ["sshd", "sshd-session", "dropbear"]
}
