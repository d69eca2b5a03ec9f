package import IntentCore
internal import Synchronization

/// The store of one user in SQLite files; nothing is opened before it is needed.
///
/// Standing and journal are in one small file, everything else in another; leases are lock files in
/// the runtime folder. What is broken, foreign or newer is refused and left as it is.
package final class SQLiteStore: StateStore {
  /// A log longer than this is written back after the run, in bytes (about 38 pages): a process that
  /// opens a database alone reads its whole log, 1,900 instructions a page.
  package static let logLimit = 40 << 10

  let files: Mutex<StoreFiles>
  let stateFolder: String
  let leases: LeaseFolder

  package init(stateFolder: String, runtimeFolder: String, clock: World.Clock) {
    self.stateFolder = stateFolder
    files = Mutex(StoreFiles(path: stateFolder))
    leases = LeaseFolder(path: runtimeFolder, clock: clock)
  }

  /// Writes a long log back; to be called when the answer is out. It never waits and never fails.
  package func maintain() {
    files.withLock { $0.maintain(logLimit: SQLiteStore.logLimit) }
  }

  /// Reads a file of the store; `missing` when there is none yet.
  func reading<Answer: Sendable>(
    _ schema: StoreSchema, missing: @autoclosure () -> Answer, _ body: (Database) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try files.withLock { files throws(Failure) in
      guard let database = try files.reading(schema) else { return missing() }
      return try body(database)
    }
  }

  /// Writes a file of the store, made when there is none.
  func writing<Answer: Sendable>(
    _ schema: StoreSchema, _ body: (Database) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try files.withLock { files throws(Failure) in try body(try files.writing(schema)) }
  }
}
