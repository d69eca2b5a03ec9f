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
      if due.isEmpty, !database.isReadOnly { try? raiseMarker(database, files.writableFolder()) }
      return due
    }
  }

  package func deadlines() throws(Failure) -> [Deadline] {
    if DeadlineMarker.tellsOfNone(stateFolder: stateFolder) { return [] }
    return try reading(.state, missing: []) { database throws(Failure) in try database.deadlines() }
  }

  package func deadline(of resource: String) throws(Failure) -> Deadline? {
    try reading(.state, missing: nil) { database throws(Failure) in
      let row = try database.prepare("SELECT * FROM deadlines WHERE resource=?", resource)
      return try row.step() ? Deadline(row: row) : nil
    }
  }

  package func setDeadline(_ deadline: Deadline) throws(Failure) {
    try files.withLock { files throws(Failure) in
      let database = try files.writing(.state)
      let folder = try files.writableFolder()
      try database.transaction(.synced) { () throws(Failure) in try database.set(deadline, folder) }
      try? raiseMarker(database, folder)
    }
  }

  package func clearDeadline(of resource: String) throws(Failure) {
    try files.withLock { files throws(Failure) in
      guard let database = try files.reading(.state) else { return }
      try database.transaction(.synced) { () throws(Failure) in
        try database.removeDeadline(of: resource)
      }
      try? raiseMarker(database, files.writableFolder())
    }
  }
}

extension Deadline {
  /// Reads a row of the table, its columns in the order of the schema.
  fileprivate init(row: borrowing Statement) {
    self.init(
      resource: row.text(0), action: row.text(1), due: WallTime(microseconds: row.integer(2)),
      latest: row.isNull(4) ? nil : BootTime(boot: row.text(3), microseconds: row.integer(4)))
  }
}

extension Database {
  /// Every deadline, the earliest first.
  fileprivate func deadlines() throws(Failure) -> [Deadline] {
    var deadlines: [Deadline] = []
    let rows = try prepare("SELECT * FROM deadlines ORDER BY due,resource")
    while try rows.step() { deadlines.append(Deadline(row: rows)) }
    return deadlines
  }

  /// Within a transaction: the marker is on the disk before the deadline is.
  func set(_ deadline: Deadline, _ folder: StoreFolder) throws(Failure) {
    try DeadlineMarker.lower(to: deadline.due, latest: deadline.latest?.microseconds, folder)
    var row = try prepare(
      "REPLACE INTO deadlines VALUES(?,?,?,?,?)", deadline.resource, deadline.action,
      deadline.due.microseconds)
    if let latest = deadline.latest {
      try row.bind(latest.boot, latest.microseconds)
    } else {
      row.skip(2)
    }
    try row.run()
  }

  func removeDeadline(of resource: String) throws(Failure) {
    try run("DELETE FROM deadlines WHERE resource=?", resource)
  }
}

/// Sets the marker to the earliest deadline that is on the disk, while nobody can store another.
func raiseMarker(_ database: Database, _ folder: StoreFolder) throws(Failure) {
  try database.transaction(.synced) { () throws(Failure) in
    let earliest = try database.prepare("SELECT min(due),min(uptime) FROM deadlines")
    guard try earliest.step() else { return }
    try DeadlineMarker.set(
      earliest.isNull(0) ? nil : WallTime(microseconds: earliest.integer(0)),
      latest: earliest.isNull(1) ? nil : earliest.integer(1), folder)
  }
}
