package import IntentCore

/// Stands for the store where there is no home to keep one in: it knows nothing and keeps nothing.
package struct HomelessStore: StateStore {
  package init() {}

  private var failure: Failure {
    Failure(
      .storeUnwritable, ["path": "HOME", "reason": "no home folder is known: set HOME or XDG_STATE_HOME"])
  }

  package func standing(of path: String) throws(Failure) -> Standing { Standing() }
  package func standings() throws(Failure) -> [Standing] { [] }
  package func record(_ trust: TrustRecord, grants: [Grant]) throws(Failure) { throw failure }
  package func record(_ grants: [Grant]) throws(Failure) { throw failure }
  package func removeGrants(_ selection: GrantSelection) throws(Failure) -> Int { 0 }
  package func removeTrust(of path: String) throws(Failure) -> Bool { false }
  package func beginRun(_ start: RunStart) throws(Failure) -> Int { throw failure }
  package func recordDenial(_ start: RunStart, end: RunEnd) throws(Failure) { throw failure }
  package func markStarted(_ run: Int) throws(Failure) { throw failure }
  package func finishRun(_ run: Int, _ end: RunEnd) throws(Failure) { throw failure }
  package func unfinishedRun(of path: String, before run: Int) throws(Failure) -> Int? { nil }
  package func record(_ runs: [FinishedRun]) throws(Failure) { throw failure }
  package func runs(_ query: JournalQuery) throws(Failure) -> [RunRecord] { [] }
  package func device(_ name: String) throws(Failure) -> DeviceState? { nil }
  package func setDevice(_ name: String, _ state: DeviceState) throws(Failure) { throw failure }
  package func dueDeadlines(_ clock: World.Clock) throws(Failure) -> [Deadline] { [] }
  package func deadlines() throws(Failure) -> [Deadline] { [] }
  package func hasWindows() -> Bool { false }
  package func window(of profile: String) throws(Failure) -> SessionWindow? { nil }
  package func keep(_ window: SessionWindow, _ deadline: Deadline?) throws(Failure) { throw failure }
  package func deadline(of resource: String) throws(Failure) -> Deadline? { nil }
  package func setDeadline(_ deadline: Deadline) throws(Failure) { throw failure }
  package func clearDeadline(of resource: String) throws(Failure) {}
  package func reclaimInstant(_ at: WallTime, of automation: String, now: WallTime) throws(Failure) -> Bool {
    throw failure
  }
  package func claimInstant(_ at: WallTime, of automation: String, now: WallTime) throws(Failure) -> Bool {
    throw failure
  }
  package func finishInstant(_ record: InstantRecord) throws(Failure) { throw failure }
  package func instants(of automation: String, limit: Int) throws(Failure) -> [InstantRecord] { [] }
  package func calls(limit: Int) throws(Failure) -> [PastCall] { [] }
  package func forget(_ runs: ForgottenRuns) throws(Failure) -> Int { 0 }
  package func shortcuts() throws(Failure) -> [Shortcut] { [] }
  package func keep(_ shortcut: Shortcut, replacing key: String?) throws(Failure) -> Bool { throw failure }
  package func removeShortcut(_ key: String) throws(Failure) -> Bool { false }
  package func addKey(
    _ key: SharedKey, hash: [UInt8], takesClock: Bool, _ clock: World.Clock
  ) throws(Failure) -> Bool { throw failure }
  package func keys() throws(Failure) -> [SharedKey] { [] }
  package func revokeKey(_ id: String, at time: WallTime) throws(Failure) -> Bool { false }
  package func latestInstant() throws(Failure) -> WallTime? { nil }
  package func keyHash(_ use: KeyUse, _ clock: World.Clock) throws(Failure) -> [UInt8]? { throw failure }
  package func redeemKey(
    _ use: KeyUse, hash: [UInt8], _ start: RunStart, _ clock: World.Clock
  ) throws(Failure) -> Int { throw failure }
  package func maintain() {}

  package func acquireLease(
    on resource: String, until: MonotonicTime, endingHolder: Bool, _ cancellation: any Cancellation
  ) async throws(Failure) -> any Lease {
    throw failure
  }
}
