internal import IntentCore

/// The files of the store: what every run needs, the rest, and what automations and shortcuts alone need.
///
/// A process reads the whole schema of a file and its whole log when it opens it: hence few tables,
/// short statements, no indexes and small pages.
enum StoreSchema: String {
  case journal
  case state
  case automations
  case shortcuts

  /// `rInt`, in the header of each file (https://www.sqlite.org/fileformat.html, offset 68).
  private static let application: [UInt8] = [0x72, 0x49, 0x6E, 0x74]

  var fileName: String { rawValue + ".sqlite" }
  var logName: String { rawValue + ".sqlite-wal" }

  private var version: Int {
    switch self {
    case .journal: 7
    case .state: 2
    case .automations, .shortcuts: 1
    }
  }

  private var tables: StaticString {
    switch self {
    case .journal:
      """
      CREATE TABLE runs(run INTEGER PRIMARY KEY,at,uptime,boot,pid,intent,path,source,parameters,\
      capabilities,rule,state,ended,status,code,dialog,summary,effect);
      CREATE TABLE words(path,who,permission,at,source,files,PRIMARY KEY(path,who,permission))WITHOUT ROWID;
      PRAGMA user_version=7;
      """
    case .state:
      """
      CREATE TABLE devices(name PRIMARY KEY,state,since,note)WITHOUT ROWID;
      CREATE TABLE deadlines(resource PRIMARY KEY,action,due,boot,uptime)WITHOUT ROWID;
      CREATE TABLE windows(profile PRIMARY KEY,opened,ends,pause,boot,uptime,stop,stopped,autoconnect)\
      WITHOUT ROWID;
      PRAGMA user_version=2;
      """
    case .automations:
      """
      CREATE TABLE instants(automation,at,started,uptime,boot,pid,state,status,code,run,\
      PRIMARY KEY(automation,at))WITHOUT ROWID;
      PRAGMA user_version=1;
      """
    case .shortcuts:
      """
      CREATE TABLE shortcuts(key PRIMARY KEY,name,intent,path,parameters,phrases)WITHOUT ROWID;
      PRAGMA user_version=1;
      """
    }
  }

  /// The table of what a person allowed and denied, as version 7 brought it.
  static let words: StaticString =
    "CREATE TABLE words(path,who,permission,at,source,files,PRIMARY KEY(path,who,permission))WITHOUT ROWID"

  /// Makes a new file; the schema is written before the log exists, so that the log begins empty.
  func create(_ database: Database) throws(Failure) {
    try database.execute("PRAGMA page_size=1024; BEGIN IMMEDIATE")
    try database.execute(tables)
    try database.execute("PRAGMA application_id=0x72496E74; COMMIT; PRAGMA journal_mode=WAL")
  }

  /// Refuses a file that is not ours or that a later version wrote.
  ///
  /// - Parameter moveWords: Moves what versions before 7 kept of the user's word.
  func check(
    _ database: Database, moveWords: (Database) throws(Failure) -> Void
  ) throws(Failure) {
    let start = try database.start(72)
    guard start.count == 72, start[0..<16].elementsEqual("SQLite format 3\0".utf8),
      start[68..<72].elementsEqual(StoreSchema.application)
    else { throw StoreFailure.damaged(database.path) }
    let found = try Self.version(of: database)
    if found <= 0 { throw StoreFailure.damaged(database.path) }
    if found > version { throw StoreFailure.newer(database.path) }
    if found < version, !database.isReadOnly { try raise(database, moveWords) }
    if self == .journal, found < 7, database.isReadOnly {
      throw StoreFailure.unwritable(database.path, reason: "an earlier version wrote it")
    }
  }

  private static func version(of database: Database) throws(Failure) -> Int {
    try database.row("PRAGMA user_version") { $0[0] } ?? 0
  }

  /// Brings a file of an earlier version up to this one.
  private func raise(
    _ database: Database, _ moveWords: (Database) throws(Failure) -> Void
  ) throws(Failure) {
    try database.transaction(.ordered) { () throws(Failure) in
      let found = try Self.version(of: database)
      // Another process has done it meanwhile: what this one knows of the tables is from before, and an INSERT would
      // not notice; a SELECT does.
      if found >= version {
        return try database.execute(
          self == .state ? "SELECT 1 FROM deadlines LIMIT 1" : "SELECT 1 FROM runs LIMIT 1")
      }
      // Since version 2 a deadline has a moment of the boot, and there are windows.
      if self == .state {
        return try database.execute(
          """
          ALTER TABLE deadlines ADD COLUMN boot; ALTER TABLE deadlines ADD COLUMN uptime;
          CREATE TABLE windows(profile PRIMARY KEY,opened,ends,pause,boot,uptime,stop,stopped,autoconnect)\
          WITHOUT ROWID;
          PRAGMA user_version=2;
          """)
      }
      if found < 2 { try database.execute("ALTER TABLE runs ADD COLUMN summary") }
      // Since 3 a grant may have limits, since 4 it says whether the person was authenticated, which an earlier
      // program would not heed.
      if found < 5 { try database.execute("ALTER TABLE runs ADD COLUMN effect") }
      // Since 6 there may be keys, since 7 bytes, permissions and denials are in one table.
      if found < 7 { try moveWords(database) }
      try database.execute("PRAGMA user_version=7")
    }
  }
}
