internal import CSQLite
internal import Glibc
internal import IntentCore

/// One connection to a database file; a caller uses it from one thread at a time.
final class Database: Linked {
  /// How much of a transaction is on the disk when it has been committed.
  enum Durability { case ordered, synced }

  /// How long a statement waits for another process, in milliseconds.
  static let patience: Int32 = 2000
  /// The settings of SQLite as a whole, made once, before the first database is opened: locks guard what connections
  /// share and nobody counts memory; each connection is guarded by its owner.
  private static let isConfigured: Bool = csqlite_configure() == SQLITE_OK

  let schema: StoreSchema
  /// The folder that the file lies in.
  let folder: StoreFolder
  let handle: OpaquePointer
  var next: Database?
  /// A database begins with what the library was built with; it is set before the first write.
  private var durability: Durability?

  /// Opens a file of the folder that is there.
  ///
  /// - Parameter name: A path, or a `file:` address with parameters, when it is not the one of the schema.
  init(
    _ schema: StoreSchema, in folder: StoreFolder, as name: String? = nil,
    flags: Int32 = SQLITE_OPEN_READWRITE
  ) throws(Failure) {
    _ = Database.isConfigured
    var opened: OpaquePointer?
    let path = folder.path + "/" + schema.fileName
    let result = sqlite3_open_v2(name ?? path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let opened else { throw Failure(.internalError, ["reason": "out of memory"]) }
    guard result == SQLITE_OK else {
      let failure = Database.failure(result, opened, path)
      sqlite3_close_v2(opened)
      throw failure
    }
    (self.schema, self.folder) = (schema, folder)
    handle = opened
    csqlite_keep_log_on_close(opened)
    sqlite3_wal_autocheckpoint(opened, 0)
    // Short steps: SQLite's own grow to 100 ms, and whoever came first is overtaken again and again.
    sqlite3_busy_handler(
      opened,
      { _, tries in
        usleep(2000)
        return tries < Database.patience / 2 ? 1 : 0
      }, nil)
  }

  deinit { sqlite3_close_v2(handle) }

  var path: String { folder.path + "/" + schema.fileName }
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
  var changes: Int { Int(sqlite3_changes64(handle)) }
  var lastInsertedRow: Int { Int(sqlite3_last_insert_rowid(handle)) }

  /// Runs statements that return nothing of interest.
  func execute(_ sql: StaticString) throws(Failure) {
    let result = sqlite3_exec(
      handle, UnsafeRawPointer(sql.utf8Start).assumingMemoryBound(to: CChar.self), nil, nil, nil)
    if result != SQLITE_OK { throw failure(result) }
  }

  /// A statement with its values in their places.
  func prepare(_ sql: StaticString, _ values: (any BoundValue)?...) throws(Failure) -> Statement {
    try prepare(sql, values)
  }

  private func prepare(_ sql: StaticString, _ values: [(any BoundValue)?]) throws(Failure) -> Statement {
    let statement = try Statement(sql, self)
    try statement.bind(values)
    return statement
  }

  /// Runs a statement with its values to its end.
  func run(_ sql: StaticString, _ values: (any BoundValue)?...) throws(Failure) {
    let statement = try prepare(sql, values)
    while try statement.step() {}
  }

  /// What is made of each row.
  func rows<Row>(
    _ sql: StaticString, _ values: (any BoundValue)?..., read: (borrowing Statement) throws(Failure) -> Row
  ) throws(Failure) -> [Row] {
    let statement = try prepare(sql, values)
    var rows: [Row] = []
    while try statement.step() { rows.append(try read(statement)) }
    return rows
  }

  /// What is made of the first row; `nil` when there is none.
  func row<Row>(
    _ sql: StaticString, _ values: (any BoundValue)?..., read: (borrowing Statement) throws(Failure) -> Row
  ) throws(Failure) -> Row? {
    let statement = try prepare(sql, values)
    return try statement.step() ? try read(statement) : nil
  }

  /// Reads, decides and writes as one: no other process writes between.
  func transaction<Answer>(
    _ durability: Durability, _ body: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    try use(durability)
    try execute("BEGIN IMMEDIATE")
    do throws(Failure) {
      let answer = try body()
      try execute("COMMIT")
      return answer
    } catch {
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  func use(_ wanted: Durability) throws(Failure) {
    if durability == wanted { return }
    try execute(wanted == .synced ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL")
    durability = wanted
  }

  /// Writes the log back into the file and empties it, if it can; the caller holds the folder alone.
  func checkpoint() { sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_TRUNCATE, nil, nil) }

  /// The first bytes of the file itself, none when it is shorter.
  func start(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = csqlite_read_start(handle, buffer.baseAddress, Int32(count)) == SQLITE_OK ? count : 0
    }
  }

  func failure(_ result: Int32) -> Failure { Database.failure(result, handle, path) }

  private static func failure(_ result: Int32, _ handle: OpaquePointer, _ path: String) -> Failure {
    let message = String(cString: sqlite3_errmsg(handle))
    switch result & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return Failure(.busy, ["resource": .text(path)])
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: return StoreFailure.damaged(path)
    case SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_PROTOCOL:
      let code = sqlite3_system_errno(handle)
      return code == 0 || result & 0xFF == SQLITE_FULL
        ? StoreFailure.unwritable(path, reason: message) : StoreFailure.unwritable(path, code: code)
    default: return Failure(.internalError, ["path": .text(path), "reason": .text(message)])
    }
  }
}
