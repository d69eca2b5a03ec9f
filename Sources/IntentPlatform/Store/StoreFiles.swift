internal import CSQLite
internal import Glibc
internal import IntentCore

/// The open files of the store; each is opened when it is first needed.
struct StoreFiles {
  let path: String
  private var folder: StoreFolder?
  private var journal: Database?
  private var state: Database?
  private var automations: Database?
  private var shortcuts: Database?
  /// Runs that are to be marked when their handler is called.
  var authorised: [Int] = []
  /// Whether rows were erased, whose pages the log still has.
  var hasForgotten = false

  init(path: String) { self.path = path }

  /// The database for reading; `nil` when nothing has been stored yet.
  mutating func reading(_ schema: StoreSchema) throws(Failure) -> Database? {
    if let database = self[schema] { return database }
    guard let folder = try openFolder(creating: false), try isThere(schema, folder) else { return nil }
    return try open(schema, folder)
  }

  /// The database for writing, made when there is none.
  mutating func writing(_ schema: StoreSchema) throws(Failure) -> Database {
    if let database = self[schema] { return database }
    let folder = try writableFolder()
    if try !isThere(schema, folder) { try StoreCreation.create(schema, folder) }
    return try open(schema, folder)
  }

  mutating func writableFolder() throws(Failure) -> StoreFolder {
    guard let folder = try openFolder(creating: true) else {
      throw StoreFailure.unwritable(path, code: ENOENT)
    }
    return folder
  }

  /// Writes long logs back when no other process has the store open.
  mutating func maintain(logLimit: Int) {
    guard let folder else { return }
    var long: [Database] = []
    for schema in StoreSchema.allCases {
      guard let database = self[schema], !database.isReadOnly, let facts = try? folder.facts(schema.logName),
        facts.st_size > (hasForgotten ? 0 : logLimit)
      else { continue }
      long.append(database)
    }
    if long.isEmpty { return }
    if FolderLock.takeAlone(folder) {
      for database in long { _ = database.checkpoint() }
    }
    do { try FolderLock.share(folder) } catch {
      (self.folder, journal, state, automations, shortcuts) = (nil, nil, nil, nil, nil)
    }
  }

  private subscript(schema: StoreSchema) -> Database? {
    get {
      switch schema {
      case .journal: journal
      case .state: state
      case .automations: automations
      case .shortcuts: shortcuts
      }
    }
    set {
      switch schema {
      case .journal: journal = newValue
      case .state: state = newValue
      case .automations: automations = newValue
      case .shortcuts: shortcuts = newValue
      }
    }
  }

  private mutating func openFolder(creating: Bool) throws(Failure) -> StoreFolder? {
    if let folder { return folder }
    guard let opened = try StoreFolder.open(path, creating: creating) else { return nil }
    try FolderLock.share(opened)
    folder = opened
    return opened
  }

  private func isThere(_ schema: StoreSchema, _ folder: StoreFolder) throws(Failure) -> Bool {
    guard let facts = try folder.facts(schema.fileName) else { return false }
    let file = path + "/" + schema.fileName
    try StoreFolder.checkOwner(facts, file)
    guard facts.st_mode & S_IFMT == S_IFREG, facts.st_size > 0 else { throw StoreFailure.damaged(file) }
    return true
  }

  private mutating func open(_ schema: StoreSchema, _ folder: StoreFolder) throws(Failure) -> Database {
    let file = path + "/" + schema.fileName
    var database = try Database(file, path: file, flags: SQLITE_OPEN_READWRITE)
    if database.isReadOnly, let frozen = try StoreFiles.openFrozen(schema, folder, file) { database = frozen }
    try schema.check(database)
    self[schema] = database
    return database
  }

  /// Where nothing can be written, a database whose log is empty is read without one when the files that
  /// reading a log needs are missing.
  private static func openFrozen(
    _ schema: StoreSchema, _ folder: StoreFolder, _ file: String
  ) throws(Failure) -> Database? {
    if let log = try folder.facts(schema.logName) {
      if log.st_size > 0 { return nil }
      if try folder.facts(schema.fileName + "-shm") != nil { return nil }
    }
    var address = "file:"
    for byte in file.utf8 { address += PercentText.encoded(byte, keeping: UInt8(ascii: "/")) }
    address += "?immutable=1"
    return try Database(address, path: file, flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
  }
}
