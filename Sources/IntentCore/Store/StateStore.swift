/// What is remembered between runs, as whole decisions; each call is atomic.
package protocol StateStore: Sendable {
  /// What a person said about the definition at an absolute path and somebody's runs of it.
  func standing(of path: String, for who: Who) throws(Failure) -> Standing
  /// The same for everybody's runs; of every definition where no path is given.
  func standings(of path: String?) throws(Failure) -> [Standing]
  /// Records bytes and permissions together; earlier bytes of the same path and the same `who` are replaced.
  func record(_ trust: TrustRecord, grants: [Grant]) throws(Failure)
  /// Records permissions and denials; an earlier one of the same kind for the same thing is replaced.
  func record(_ grants: [Grant]) throws(Failure)
  /// Takes bytes and permissions of a path back, never a denial; false when there were none.
  func removeTrust(of path: String) throws(Failure) -> Bool
  /// Takes permissions and denials back, and the bytes with the last permission; returns how many there were.
  func removeGrants(_ selection: GrantSelection) throws(Failure) -> Int

  /// Writes the row `authorised` and returns the number of the run; uses that the run redeems are counted down
  /// with it, all or none, and when one is used up the run is refused.
  func beginRun(_ start: RunStart) throws(Failure) -> Int
  /// Writes the row `denied`.
  func recordDenial(_ start: RunStart, end: RunEnd) throws(Failure)
  /// Marks that the handler has been called.
  func markStarted(_ run: Int) throws(Failure)
  func finishRun(_ run: Int, _ end: RunEnd) throws(Failure)
  /// The run of the same definition just before this one, when its process is gone without a word.
  func unfinishedRun(of path: String, before run: Int) throws(Failure) -> Int?
  /// Writes rows of runs that have ended, all or none.
  func record(_ runs: [FinishedRun]) throws(Failure)
  /// Rows of the journal; one whose process is gone without a word is `unknown`.
  func runs(_ query: JournalQuery) throws(Failure) -> [RunRecord]
  /// The calls among the last so many rows of the journal, the newest first.
  func calls(limit: Int) throws(Failure) -> [PastCall]
  /// Erases runs that have ended from the journal, so that no file of the store has them any more; how many there were.
  func forget(_ runs: ForgottenRuns) throws(Failure) -> Int

  /// The state of a demo device such as `vpn:work`, `nil` before its first change.
  func device(_ name: String) throws(Failure) -> DeviceState?
  func setDevice(_ name: String, _ state: DeviceState) throws(Failure)

  /// The deadlines that are due, the earliest first, without taking them away.
  func dueDeadlines(_ clock: Clocks) throws(Failure) -> [Deadline]
  /// Every deadline there is, the earliest first; quick when there is none.
  func deadlines() throws(Failure) -> [Deadline]
  func deadline(of resource: String) throws(Failure) -> Deadline?
  /// Sets or replaces the one deadline of a resource.
  func setDeadline(_ deadline: Deadline) throws(Failure)
  func clearDeadline(of resource: String) throws(Failure)

  /// Whether a window was ever kept; quick.
  func hasWindows() -> Bool
  /// The window that was last opened for a profile such as `demo:work`.
  func window(of profile: String) throws(Failure) -> SessionWindow?
  /// Keeps a window in place of the profile's earlier one, and its deadline or, when `nil`, that there is none.
  func keep(_ window: SessionWindow, _ deadline: Deadline?) throws(Failure)

  /// Takes on a moment at which an automation is due; false when it has been taken on before, by whomever.
  func claimInstant(_ at: WallTime, of automation: String, now: WallTime) throws(Failure) -> Bool
  /// Takes on again a moment whose process is gone without a word; false for any other.
  func reclaimInstant(_ at: WallTime, of automation: String, now: WallTime) throws(Failure) -> Bool
  /// Says what became of a moment that was taken on.
  func finishInstant(_ record: InstantRecord) throws(Failure)
  /// The moments of an automation that were taken on, the latest first; one whose process is gone without a word is
  /// `unknown`. About the last thousand are kept.
  func instants(of automation: String, limit: Int) throws(Failure) -> [InstantRecord]

  /// Every shortcut, by its name.
  func shortcuts() throws(Failure) -> [Shortcut]
  /// Keeps a shortcut in place of the one of an earlier key; false when another has its name.
  func keep(_ shortcut: Shortcut, replacing key: String?) throws(Failure) -> Bool
  /// Removes the shortcut of a key; false when there is none.
  func removeShortcut(_ key: String) throws(Failure) -> Bool

  /// Keeps a key by its hash; fails with `key.clock-back` where the clock shows an earlier moment than the store has
  /// seen.
  ///
  /// - Parameter takesClock: Whether the clock is taken as right even then, which revokes every earlier key.
  /// - Returns: False when another key has the id.
  func addKey(_ key: SharedKey, hash: [UInt8], takesClock: Bool, _ clock: Clocks) throws(Failure) -> Bool
  /// Every key that was shared, the latest first.
  func keys() throws(Failure) -> [SharedKey]
  /// Whether there is such a key; one that is revoked already stays as it is.
  func revokeKey(_ id: String, at time: WallTime) throws(Failure) -> Bool
  /// The latest moment that any row of the journal or of the keys tells of.
  func latestInstant() throws(Failure) -> WallTime?
  /// The hash that a caller's secret is to be compared with, `nil` where there is no such key; fails with
  /// `key.too-many-tries` or `key.clock-back` where nothing is heard now.
  func keyHash(_ use: KeyUse, _ clock: Clocks) throws(Failure) -> [UInt8]?
  /// Counts one use down and writes the row `authorised` in one transaction; where the key does not allow the use, the
  /// try is counted and the run refused with `key.refused`.
  ///
  /// - Parameter hash: That of the caller's secret, made as `keyHash` wants it.
  func redeemKey(_ use: KeyUse, hash: [UInt8], _ start: RunStart, _ clock: Clocks) throws(Failure) -> Int

  /// Waits for the sole right to act on a resource; fails with `run.busy` when it is not free by then.
  ///
  /// - Parameter endingHolder: Whether the process that has it is told to end (SIGTERM).
  func acquireLease(
    on resource: String, until: MonotonicTime, endingHolder: Bool, _ cancellation: any Cancellation
  ) async throws(Failure) -> any Lease

  /// Does the work that can wait until the answer is out.
  func maintain()
}

extension StateStore {
  package func standings() throws(Failure) -> [Standing] { try standings(of: nil) }

  package func acquireLease(
    on resource: String, until: MonotonicTime, _ cancellation: any Cancellation
  ) async throws(Failure) -> any Lease {
    try await acquireLease(on: resource, until: until, endingHolder: false, cancellation)
  }
}

/// The sole right to act on a resource; it ends with `release` or with the process.
package protocol Lease: AnyObject, Sendable {
  /// Whether another held it first.
  var hasWaited: Bool { get }
  func release()
}

extension Lease { package var hasWaited: Bool { false } }

/// The state of a demo device, as the store keeps it.
package struct DeviceState: Sendable, Equatable {
  package var state: String
  package var since: WallTime
  /// Free text of the device's own, such as the reason of its last failure.
  package var note: String

  package init(state: String, since: WallTime, note: String = "") {
    (self.state, self.since, self.note) = (state, since, note)
  }
}
