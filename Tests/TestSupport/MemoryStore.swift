package import IntentCore
internal import Synchronization

/// A store in memory, for tests; leases are honoured within it.
package final class MemoryStore: StateStore {
  struct State {
    var standings: [String: [Who: Standing]] = [:]
    var runs: [RunRecord] = []
    var devices: [String: DeviceState] = [:]
    var deadlines: [String: Deadline] = [:]
    var windows: [String: SessionWindow] = [:]
    var instants: [InstantRecord] = []
    var shortcuts: [Shortcut] = []
    var leases: Set<String> = []
    var keys: [(key: SharedKey, hash: [UInt8])] = []
    var misses: [KeyLimits.Miss] = []
    var seen: WallTime?
    var failure: Failure?

    mutating func add(_ grant: Grant) {
      standings[grant.path, default: [:]][grant.who, default: Standing()].grants.removeAll {
        $0.isReplaced(by: grant)
      }
      standings[grant.path, default: [:]][grant.who, default: Standing()].grants.append(grant)
    }

    /// Counts the uses down, all or none.
    mutating func redeem(_ start: RunStart) -> Bool {
      var changed = standings
      for grant in start.redeems {
        guard
          let index = changed[grant.path]?[grant.who]?.grants.firstIndex(where: {
            $0.isAbout(grant.capability) && $0.only == grant.only && !$0.isDenial
              && !$0.hasExpired(at: start.at) && $0.usesLeft != 0
          })
        else { return false }
        changed[grant.path]?[grant.who]?.grants[index].usesLeft? -= 1
      }
      standings = changed
      return true
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// Makes every later call fail with this.
  package func fail(with failure: Failure?) { state.withLock { $0.failure = failure } }

  func access<T: Sendable>(_ body: (inout State) -> T) throws(Failure) -> T {
    let result: Result<T, Failure> = state.withLock { state in
      if let failure = state.failure { return .failure(failure) }
      return .success(body(&state))
    }
    return try result.get()
  }

  package func standing(of path: String, for who: Who) throws(Failure) -> Standing {
    try access { $0.standings[path]?[who] ?? Standing() }
  }

  package func standings(of path: String?) throws(Failure) -> [Standing] {
    try access { state in
      state.standings.sorted { $0.key < $1.key }.filter { path == nil || $0.key == path }.flatMap { entry in
        entry.value.sorted { $0.key.text < $1.key.text }.map(\.value)
      }
    }
  }

  package func record(_ trust: TrustRecord, grants: [Grant]) throws(Failure) {
    try access { state in
      state.standings[trust.path, default: [:]][trust.who, default: Standing()].trust = trust
      for grant in grants { state.add(grant) }
    }
  }

  package func record(_ grants: [Grant]) throws(Failure) {
    try access { state in for grant in grants { state.add(grant) } }
  }

  package func removeTrust(of path: String) throws(Failure) -> Bool {
    try access { state in
      let known = state.standings[path] ?? [:]
      state.standings[path] = known.compactMapValues { standing in
        let denials = standing.grants.filter(\.isDenial)
        return denials.isEmpty ? nil : Standing(grants: denials)
      }
      return known.values.contains { $0.trust != nil || !$0.permissions.isEmpty }
    }
  }

  package func removeGrants(_ selection: GrantSelection) throws(Failure) -> Int {
    try access { state in
      var count = 0
      for (who, var standing) in state.standings[selection.path] ?? [:] where selection.includes(who) {
        let kept = standing.grants.filter { !selection.includes($0) }
        let removed = standing.grants.count - kept.count
        let hadPermissions = !standing.permissions.isEmpty
        standing.grants = kept
        count += removed
        if standing.permissions.isEmpty, selection.capability == nil || removed > 0 {
          if standing.trust != nil, !hadPermissions { count += 1 }
          standing.trust = nil
        }
        state.standings[selection.path]?[who] =
          standing.trust == nil && standing.grants.isEmpty ? nil : standing
      }
      return count
    }
  }

  package func beginRun(_ start: RunStart) throws(Failure) -> Int {
    let run = try access { state -> Int? in
      guard state.redeem(start) else { return nil }
      let run = state.runs.count + 1
      state.runs.append(RunRecord(run: run, start: start, state: .authorised, end: nil))
      return run
    }
    guard let run else { throw start.usedUp }
    return run
  }

  package func recordDenial(_ start: RunStart, end: RunEnd) throws(Failure) {
    try access { state in
      state.runs.append(RunRecord(run: state.runs.count + 1, start: start, state: .denied, end: end))
    }
  }

  package func markStarted(_ run: Int) throws(Failure) { try access { $0.runs[run - 1].state = .started } }

  package func finishRun(_ run: Int, _ end: RunEnd) throws(Failure) {
    try access { state in
      state.runs[run - 1].state = end.state
      state.runs[run - 1].end = end
    }
  }

  package func unfinishedRun(of path: String, before run: Int) throws(Failure) -> Int? {
    try access { state in
      let last = state.runs.last { $0.run < run && $0.start.path == path }
      return last?.state == .unknown ? last?.run : nil
    }
  }

  package func record(_ runs: [FinishedRun]) throws(Failure) {
    try access { state in
      for run in runs {
        state.runs.append(
          RunRecord(run: state.runs.count + 1, start: run.start, state: run.end.state, end: run.end))
      }
    }
  }

  package func runs(_ query: JournalQuery) throws(Failure) -> [RunRecord] {
    try access { state in
      let matching = state.runs.reversed().filter { record in
        query.numbers.contains(record.run) && (!query.hasEffect || record.end?.effect != nil)
          && (query.intent == nil || record.start.intent == query.intent)
          && (query.states.isEmpty || query.states.contains(record.state))
      }
      return Array(matching.prefix(query.limit))
    }
  }

  package func device(_ name: String) throws(Failure) -> DeviceState? { try access { $0.devices[name] } }

  package func setDevice(_ name: String, _ device: DeviceState) throws(Failure) {
    try access { $0.devices[name] = device }
  }

  package func claimInstant(_ at: WallTime, of automation: String, now: WallTime) throws(Failure) -> Bool {
    try access { state in
      if state.instants.contains(where: { $0.automation == automation && $0.at == at }) { return false }
      state.instants.append(InstantRecord(automation: automation, at: at, startedAt: now))
      return true
    }
  }

  package func reclaimInstant(_ at: WallTime, of automation: String, now: WallTime) throws(Failure) -> Bool {
    try access { state in
      let place = state.instants.firstIndex {
        $0.automation == automation && $0.at == at && $0.state == .unknown
      }
      guard let place else { return false }
      state.instants[place] = InstantRecord(automation: automation, at: at, startedAt: now)
      return true
    }
  }

  package func finishInstant(_ record: InstantRecord) throws(Failure) {
    try access { state in
      state.instants = state.instants.map {
        $0.automation == record.automation && $0.at == record.at ? record : $0
      }
    }
  }

  package func instants(of automation: String, limit: Int) throws(Failure) -> [InstantRecord] {
    try access { state in
      Array(
        state.instants.filter { $0.automation == automation }.sorted { $1.at < $0.at }.prefix(limit))
    }
  }

  package func calls(limit: Int) throws(Failure) -> [PastCall] {
    try access { state in
      state.runs.suffix(limit).reversed().filter { $0.state != .denied }.map {
        PastCall(
          run: $0.run, at: $0.start.at, intent: $0.start.intent, path: $0.start.path,
          parameters: $0.start.parameters, isDonation: $0.state == .finished)
      }
    }
  }

  package func forget(_ runs: ForgottenRuns) throws(Failure) -> Int {
    try access { state in
      let count = state.runs.count
      state.runs.removeAll { record in
        switch runs {
        case .all: true
        case .of(let intent): record.start.intent == intent
        case .one(let run): record.run == run
        }
      }
      return count - state.runs.count
    }
  }

  package func shortcuts() throws(Failure) -> [Shortcut] {
    try access { $0.shortcuts.sorted { $0.key < $1.key } }
  }

  package func keep(_ shortcut: Shortcut, replacing key: String?) throws(Failure) -> Bool {
    try access { state in
      if key != shortcut.key, state.shortcuts.contains(where: { $0.key == shortcut.key }) { return false }
      state.shortcuts.removeAll { $0.key == key || $0.key == shortcut.key }
      state.shortcuts.append(shortcut)
      return true
    }
  }

  package func removeShortcut(_ key: String) throws(Failure) -> Bool {
    try access { state in
      let count = state.shortcuts.count
      state.shortcuts.removeAll { $0.key == key }
      return state.shortcuts.count < count
    }
  }

  package func maintain() {}

  package func dueDeadlines(_ clock: World.Clock) throws(Failure) -> [Deadline] {
    try deadlines().filter { $0.isDue(clock) }
  }

  package func deadlines() throws(Failure) -> [Deadline] {
    try access { $0.deadlines.values.sorted { $0.due < $1.due } }
  }

  package func hasWindows() -> Bool { (try? access { !$0.windows.isEmpty }) ?? false }

  package func window(of profile: String) throws(Failure) -> SessionWindow? {
    try access { $0.windows[profile] }
  }

  package func keep(_ window: SessionWindow, _ deadline: Deadline?) throws(Failure) {
    try access { state in
      state.windows[window.profile] = window
      state.deadlines[window.resource] = deadline
    }
  }

  package func deadline(of resource: String) throws(Failure) -> Deadline? {
    try access { $0.deadlines[resource] }
  }

  package func setDeadline(_ deadline: Deadline) throws(Failure) {
    try access { $0.deadlines[deadline.resource] = deadline }
  }

  package func clearDeadline(of resource: String) throws(Failure) {
    try access { $0.deadlines[resource] = nil }
  }

  package func acquireLease(
    on resource: String, until: MonotonicTime, endingHolder: Bool, _ cancellation: any Cancellation
  ) async throws(Failure) -> any Lease {
    guard try access({ $0.leases.insert(resource).inserted }) else {
      throw Failure(.busy, ["resource": .text(resource)])
    }
    return MemoryLease { [self] in state.withLock { _ = $0.leases.remove(resource) } }
  }
}

private final class MemoryLease: Lease {
  private let onRelease: @Sendable () -> Void

  init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

  func release() { onRelease() }
}
