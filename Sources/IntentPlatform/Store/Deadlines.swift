internal import Glibc
package import IntentCore
internal import Synchronization

extension SQLiteStore {
  package func dueDeadlines(_ clock: World.Clock) throws(Failure) -> [Deadline] {
    guard
      DeadlineMarker.mayBeDue(at: clock.wall(), uptime: clock.uptime(), stateFolder: stateFolder)
    else { return [] }
    return try files.withLock { files throws(Failure) in
      guard let database = try files.reading(.state) else { return [] }
      var due = try database.deadlines()
      due.removeAll { !$0.isDue(clock) }
      // The marker was too early: a look is owed to nobody, so that it may fail.
      if due.isEmpty, !database.isReadOnly { try? database.raiseMarker() }
      return due
    }
  }

  package func deadlines() throws(Failure) -> [Deadline] {
    if DeadlineMarker.tellsOfNone(stateFolder: stateFolder) { return [] }
    return try reading(.state, missing: []) { database throws(Failure) in try database.deadlines() }
  }

  package func deadline(of resource: String) throws(Failure) -> Deadline? {
    try reading(.state, missing: nil) { database throws(Failure) in
      try database.row("SELECT * FROM deadlines WHERE resource=?", resource) { Deadline(row: $0) }
    }
  }

  package func setDeadline(_ deadline: Deadline) throws(Failure) {
    try changingDeadlines { database throws(Failure) in try database.set(deadline) }
  }

  package func clearDeadline(of resource: String) throws(Failure) {
    guard try reading(.state, missing: false, { _ in true }) else { return }
    try changingDeadlines { database throws(Failure) in try database.removeDeadline(of: resource) }
  }

  package func hasWindows() -> Bool { DeadlineMarker.tellsOfWindows(stateFolder: stateFolder) }

  package func window(of profile: String) throws(Failure) -> SessionWindow? {
    try reading(.state, missing: nil) { database throws(Failure) in
      try database.row("SELECT * FROM windows WHERE profile=?", profile) { SessionWindow(row: $0) }
    }
  }

  package func keep(_ window: SessionWindow, _ deadline: Deadline?) throws(Failure) {
    try changingDeadlines { database throws(Failure) in
      try DeadlineMarker.noteWindows(database.folder)
      try database.run(
        "REPLACE INTO windows VALUES(?,?,?,?,?,?,?,?,?)", window.profile, window.opened, window.ends,
        window.pauseEnds, window.openedInBoot.boot, window.openedInBoot.microseconds, window.stop?.rawValue,
        window.stoppedAt, window.clearedAutoconnect)
      if let deadline {
        try database.set(deadline)
      } else {
        try database.removeDeadline(of: window.resource)
      }
    }
  }

  /// Changes deadlines in one transaction; then the marker follows, if it can.
  private func changingDeadlines(_ body: (Database) throws(Failure) -> Void) throws(Failure) {
    try writing(.state, .synced) { database throws(Failure) in
      try database.transaction(.synced) { () throws(Failure) in try body(database) }
      try? database.raiseMarker()
    }
  }
}

extension Deadline {
  /// Reads a row of the table, its columns in the order of the schema.
  fileprivate init(row: borrowing Statement) {
    let latest: Int? = row[4]
    let boot: String = row[3]
    self.init(
      resource: row[0], action: row[1], due: row[2],
      latest: latest.map { BootTime(boot: boot, microseconds: $0) })
  }
}

extension SessionWindow {
  /// Reads a row of the table, its columns in the order of the schema.
  fileprivate init(row: borrowing Statement) {
    let stop: String? = row[6]
    self.init(
      profile: row[0], opened: row[1], ends: row[2], pauseEnds: row[3],
      openedInBoot: BootTime(boot: row[4], microseconds: row[5]), stop: stop.flatMap { Stop(rawValue: $0) },
      stoppedAt: row[7], clearedAutoconnect: row[8])
  }
}

extension Database {
  /// Every deadline, the earliest first.
  fileprivate func deadlines() throws(Failure) -> [Deadline] {
    try rows("SELECT * FROM deadlines ORDER BY due,resource") { Deadline(row: $0) }
  }

  /// Within a transaction: the marker is on the disk before the deadline is.
  fileprivate func set(_ deadline: Deadline) throws(Failure) {
    try DeadlineMarker.lower(to: deadline.due, latest: deadline.latest?.microseconds, folder)
    try run(
      "REPLACE INTO deadlines VALUES(?,?,?,?,?)", deadline.resource, deadline.action, deadline.due,
      deadline.latest?.boot, deadline.latest?.microseconds)
  }

  fileprivate func removeDeadline(of resource: String) throws(Failure) {
    try run("DELETE FROM deadlines WHERE resource=?", resource)
  }

  /// Sets the marker to the earliest deadline that is on the disk, while nobody can store another.
  fileprivate func raiseMarker() throws(Failure) {
    try transaction(.synced) { () throws(Failure) in
      _ = try row("SELECT min(due),min(uptime) FROM deadlines") { earliest throws(Failure) in
        try DeadlineMarker.set(earliest[0], latest: earliest[1], folder)
      }
    }
  }
}

/// A file whose time of modification is never later than the earliest deadline, and whose time of access is
/// never later than the earliest one by the time since the boot, so that one stat(2) tells that nothing is due.
///
/// Too early a time, or no file, only costs a look into the database; so does a time of an earlier boot. Nobody
/// reads the file, which would change the time of access. Whoever waits for changes watches it.
enum DeadlineMarker {
  static let name = "deadlines"
  /// Stands for no deadline (2100); a file system that ends sooner keeps its last time.
  private static let never = 4_102_444_800 * 1_000_000

  /// Whether a look is needed; false too when nothing has ever been stored.
  static func mayBeDue(at now: WallTime, uptime: Duration, stateFolder: String?) -> Bool {
    guard let facts = facts(stateFolder) else { return true }
    return facts.due <= now.microseconds || facts.latest <= uptime.wholeMicroseconds
  }

  /// Whether the marker says that there is no deadline at all.
  static func tellsOfNone(stateFolder: String?) -> Bool {
    facts(stateFolder).map { $0.due >= never && $0.latest >= never } ?? false
  }

  /// Whether there can be session windows: the marker has a byte once one was kept.
  static func tellsOfWindows(stateFolder: String?) -> Bool {
    facts(stateFolder).map { $0.st_size > 0 } ?? false
  }

  private static func facts(_ stateFolder: String?) -> stat? {
    var facts = stat()
    guard let stateFolder, stat(stateFolder + "/" + name, &facts) == 0 else { return nil }
    return facts
  }

  /// Notes that there are session windows; its time is then to be set.
  static func noteWindows(_ folder: StoreFolder) throws(Failure) {
    if let facts = try folder.facts(name), facts.st_size > 0 { return }
    let file = try folder.openFile(name)
    defer { close(file) }
    guard ftruncate(file, 1) == 0 else { throw folder.unwritable(name) }
  }

  /// Moves the marker down to a deadline that is about to be stored, on the disk before that is.
  static func lower(to due: WallTime, latest: Int?, _ folder: StoreFolder) throws(Failure) {
    let facts = try folder.facts(name)
    if let facts, facts.due <= due.microseconds, facts.latest <= latest ?? never { return }
    try set(
      WallTime(microseconds: min(facts?.due ?? never, due.microseconds)),
      latest: min(facts?.latest ?? never, latest ?? never), folder)
  }

  /// Sets the marker to the earliest deadline there is; the caller keeps all others from storing one.
  static func set(_ due: WallTime?, latest: Int?, _ folder: StoreFolder) throws(Failure) {
    let file = try folder.openFile(name)
    defer { close(file) }
    func time(_ microseconds: Int?) -> timespec {
      let microseconds = max(0, microseconds ?? never)
      return timespec(tv_sec: microseconds / 1_000_000, tv_nsec: microseconds % 1_000_000 * 1000)
    }
    guard futimens(file, [time(latest), time(due?.microseconds)]) == 0, fsync(file) == 0 else {
      throw folder.unwritable(name)
    }
  }
}

extension stat {
  fileprivate var due: Int { st_mtim.tv_sec * 1_000_000 + st_mtim.tv_nsec / 1000 }
  fileprivate var latest: Int { st_atim.tv_sec * 1_000_000 + st_atim.tv_nsec / 1000 }
}
