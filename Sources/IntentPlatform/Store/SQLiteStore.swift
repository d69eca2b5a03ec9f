internal import CSQLite
internal import Glibc
package import IntentCore
internal import Synchronization

/// The store of one user in SQLite files; nothing is opened before it is needed.
///
/// Standing and journal are in one small file, everything else in others; leases are lock files in
/// the runtime folder. What is broken, foreign or newer is refused and left as it is.
package final class SQLiteStore: StateStore {
  /// A log longer than this is written back after the run, in bytes (about 38 pages): a process that
  /// opens a database alone reads its whole log, 1,900 instructions a page.
  package static let logLimit = 40 << 10
  /// How many bytes a journal has from which on it has indexes, about 20,000 runs.
  static let longJournal = 4 << 20
  /// Stands for the store where there is no home to keep one in: it knows nothing and keeps nothing.
  package static let homeless = SQLiteStore(nil, nil)

  let files: Mutex<StoreFiles>
  let stateFolder: String?
  private let leases: LeaseFolder?

  package convenience init(stateFolder: String, runtimeFolder: String, clock: World.Clock) {
    self.init(stateFolder, LeaseFolder(path: runtimeFolder, clock: clock))
  }

  private init(_ stateFolder: String?, _ leases: LeaseFolder?) {
    (self.stateFolder, self.leases) = (stateFolder, leases)
    files = Mutex(StoreFiles(path: stateFolder))
  }

  /// Writes a long log back; to be called when the answer is out. It never waits and never fails.
  package func maintain() { files.withLock { $0.maintain(logLimit: SQLiteStore.logLimit) } }

  package func acquireLease(
    on resource: String, until: MonotonicTime, endingHolder: Bool, _ cancellation: any Cancellation
  ) async throws(Failure) -> any Lease {
    guard let leases else { throw StoreFailure.homeless }
    return try await leases.acquire(resource, until: until, endingHolder: endingHolder, cancellation)
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
    _ schema: StoreSchema, _ durability: Database.Durability, _ body: (Database) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try files.withLock { files throws(Failure) in
      let database = try files.writing(schema)
      try database.use(durability)
      return try body(database)
    }
  }

  /// Reads, decides and writes in one transaction.
  func changing<Answer: Sendable>(
    _ schema: StoreSchema, _ durability: Database.Durability, _ body: (Database) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try writing(schema, durability) { database throws(Failure) in
      try database.transaction(durability) { () throws(Failure) in try body(database) }
    }
  }
}

/// The open files of the store; each is opened when it is first needed.
struct StoreFiles {
  /// `nil` where there is no home.
  let path: String?
  private var folder: StoreFolder?
  private var databases: Database?
  /// Runs that are to be marked when their handler is called.
  var authorised: [Int] = []
  /// Whether rows were erased, whose pages the log still has.
  var hasForgotten = false

  init(path: String?) { self.path = path }

  /// The database for reading; `nil` when nothing has been stored yet.
  mutating func reading(_ schema: StoreSchema) throws(Failure) -> Database? {
    if let database = databases.first(where: { $0.schema == schema }) { return database }
    guard let folder = try openFolder(creating: false), try isThere(schema, folder) else { return nil }
    return try open(schema, folder)
  }

  /// The database for writing, made when there is none.
  mutating func writing(_ schema: StoreSchema) throws(Failure) -> Database {
    if let database = databases.first(where: { $0.schema == schema }) { return database }
    let folder = try writableFolder()
    if try !isThere(schema, folder) { try StoreCreation.create(schema, folder) }
    return try open(schema, folder)
  }

  mutating func writableFolder() throws(Failure) -> StoreFolder {
    guard let path else { throw StoreFailure.homeless }
    guard let folder = try openFolder(creating: true) else {
      throw StoreFailure.unwritable(path, code: ENOENT)
    }
    return folder
  }

  /// Writes long logs back when no other process has the store open.
  ///
  /// Before SQLite 3.51.3 a checkpoint that meets a commit which restarts the log can lose it; alone in the folder it
  /// meets none.
  mutating func maintain(logLimit: Int) {
    guard let folder else { return }
    if let journal = databases.first(where: { $0.schema == .journal && !$0.isReadOnly }),
      let facts = try? folder.facts(StoreSchema.journal.fileName), facts.st_size > SQLiteStore.longJournal
    {
      journal.indexLongJournal()
    }
    let limit = hasForgotten ? 0 : logLimit
    func isLong(_ database: Database) -> Bool {
      guard !database.isReadOnly, let facts = try? folder.facts(database.schema.logName) else { return false }
      return facts.st_size > limit
    }
    guard databases.first(where: isLong) != nil else { return }
    // What was shared is lost either way.
    if flock(folder.descriptor, LOCK_EX | LOCK_NB) == 0 {
      databases.visit { if isLong($0) { $0.checkpoint() } }
    }
    do { try share(folder) } catch { (self.folder, databases) = (nil, nil) }
  }

  /// Waits for the right to open databases of the folder: many have it at once, or one alone that writes logs back.
  /// On a file system without locks nobody can be alone.
  private func share(_ folder: StoreFolder) throws(Failure) {
    _ = try folder.lock(folder.descriptor, LOCK_SH)
  }

  private mutating func openFolder(creating: Bool) throws(Failure) -> StoreFolder? {
    if let folder { return folder }
    guard let path, let opened = try StoreFolder.open(path, creating: creating) else { return nil }
    try share(opened)
    folder = opened
    return opened
  }

  private func isThere(_ schema: StoreSchema, _ folder: StoreFolder) throws(Failure) -> Bool {
    guard let facts = try folder.facts(schema.fileName) else { return false }
    let file = folder.path + "/" + schema.fileName
    try StoreFolder.checkOwner(facts, file)
    guard facts.st_mode & S_IFMT == S_IFREG, facts.st_size > 0 else { throw StoreFailure.damaged(file) }
    try StoreFolder.checkMode(facts, file)
    return true
  }

  private mutating func open(_ schema: StoreSchema, _ folder: StoreFolder) throws(Failure) -> Database {
    var database = try Database(schema, in: folder)
    if database.isReadOnly, let frozen = try StoreFiles.openFrozen(schema, folder) { database = frozen }
    try schema.check(database) { database throws(Failure) in try database.moveEarlierWords() }
    database.next = databases
    databases = database
    return database
  }

  /// Where nothing can be written, a database whose log is empty is read without one when the files that
  /// reading a log needs are missing.
  private static func openFrozen(_ schema: StoreSchema, _ folder: StoreFolder) throws(Failure) -> Database? {
    if let log = try folder.facts(schema.logName) {
      if log.st_size > 0 { return nil }
      if try folder.facts(schema.fileName + "-shm") != nil { return nil }
    }
    let path = PercentText.encoded(folder.path + "/" + schema.fileName, keeping: UInt8(ascii: "/"))
    return try Database(
      schema, in: folder, as: "file:\(path)?immutable=1", flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
  }
}

/// Makes a file of the store beside its place and moves it there whole, one process at a time.
private enum StoreCreation {
  static func create(_ schema: StoreSchema, _ folder: StoreFolder) throws(Failure) {
    let lock = try folder.openFile("creation.lock")
    defer { close(lock) }
    guard try folder.lock(lock, LOCK_EX) else { throw StoreFailure.unwritable(folder.path, code: errno) }
    if try folder.facts(schema.fileName) != nil { return }
    try setAside(schema.logName, folder)
    let name = schema.fileName + ".new"
    func removeLeftovers() {
      for leftover in [name, name + "-journal", name + "-wal", name + "-shm"] {
        unlinkat(folder.descriptor, leftover, 0)
      }
    }
    removeLeftovers()
    do throws(Failure) {
      try fill(schema, name, folder)
      guard renameat(folder.descriptor, name, folder.descriptor, schema.fileName) == 0 else {
        throw StoreFailure.unwritable(folder.path, code: errno)
      }
      fsync(folder.descriptor)
    } catch {
      removeLeftovers()
      throw error
    }
  }

  private static func fill(_ schema: StoreSchema, _ name: String, _ folder: StoreFolder) throws(Failure) {
    // Made without being opened: the files that SQLite makes beside it take its mode.
    guard mknodat(folder.descriptor, name, S_IFREG | 0o600, 0) == 0 else {
      throw StoreFailure.unwritable(folder.path, code: errno)
    }
    try schema.create(try Database(schema, in: folder, as: folder.path + "/" + name))
  }

  /// A log without its database is kept, but never read into a new one.
  private static func setAside(_ log: String, _ folder: StoreFolder) throws(Failure) {
    guard let facts = try folder.facts(log) else { return }
    let kept = "\(log).broken-\(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
    guard renameat(folder.descriptor, log, folder.descriptor, kept) == 0 else { throw folder.unwritable(log) }
  }
}
