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

  /// The first bytes of the file itself, none when it is shorter; fails with `store.unreadable`.
  func start(_ count: Int) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let result = csqlite_read_start(handle, &bytes, Int32(count))
    if result == SQLITE_OK { return bytes }
    if Self.isRead(result) { throw StoreFailure.unreadable(path, code: errno == 0 ? EIO : errno) }
    return []
  }

  /// Whether a result of SQLite says that the disk did not give what is there (sqlite.org/rescode.html).
  private static func isRead(_ result: Int32) -> Bool {
    // SQLITE_IOERR_READ, _FSTAT, _SHMMAP and _CORRUPTFS.
    [1, 7, 21, 33].contains { result == SQLITE_IOERR | $0 << 8 }
  }

  /// Whether the file is in order when it is read anew: what looks like damage was then a disk that did not answer.
  private static func isWhole(_ path: String) -> Bool {
    var (database, statement): (OpaquePointer?, OpaquePointer?)
    defer {
      sqlite3_finalize(statement)
      sqlite3_close_v2(database)
    }
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
      sqlite3_prepare_v2(database, "PRAGMA quick_check(1)", -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW, let answer = sqlite3_column_text(statement, 0)
    else { return false }
    return strcmp(UnsafeRawPointer(answer).assumingMemoryBound(to: CChar.self), "ok") == 0
  }

  func failure(_ result: Int32) -> Failure { Database.failure(result, handle, path) }

  private static func failure(_ result: Int32, _ handle: OpaquePointer, _ path: String) -> Failure {
    let message = String(cString: sqlite3_errmsg(handle))
    let code = sqlite3_system_errno(handle)
    if isRead(sqlite3_extended_errcode(handle)) {
      return StoreFailure.unreadable(path, code: code == 0 ? EIO : code)
    }
    switch result & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return Failure(.busy, ["resource": .text(path)])
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT:
      return isWhole(path) ? StoreFailure.unreadable(path, code: EIO) : StoreFailure.damaged(path)
    case SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_PROTOCOL:
      return code == 0 || result & 0xFF == SQLITE_FULL
        ? StoreFailure.unwritable(path, reason: message) : StoreFailure.unwritable(path, code: code)
    default: return Failure(.internalError, ["path": .text(path), "reason": .text(message)])
    }
  }
}
