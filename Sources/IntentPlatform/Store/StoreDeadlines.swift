package import IntentCore
internal import Synchronization

extension SQLiteStore {
  package func dueDeadlines(at now: WallTime) throws(Failure) -> [Deadline] {
    guard DeadlineMarker.mayBeDue(at: now, stateFolder: stateFolder) else { return [] }
    return try files.withLock { files throws(Failure) in
      guard let database = try files.reading(.state) else { return [] }
      var due: [Deadline] = []
      do {
        var rows = try database.prepare(
          "SELECT resource,action,due FROM deadlines WHERE due<=? ORDER BY due,resource")
        try rows.bind(now.microseconds)
        while try rows.step() { due.append(Deadline(row: rows)) }
      }
      // The marker was too early: a look is owed to nobody, so that it may fail.
      if due.isEmpty, !database.isReadOnly { try? raiseMarker(database, files.writableFolder()) }
      return due
    }
  }

  package func deadline(of resource: String) throws(Failure) -> Deadline? {
    try reading(.state, missing: nil) { database throws(Failure) in
      var row = try database.prepare("SELECT resource,action,due FROM deadlines WHERE resource=?")
      try row.bind(resource)
      return try row.step() ? Deadline(row: row) : nil
    }
  }

  package func setDeadline(_ deadline: Deadline) throws(Failure) {
    try files.withLock { files throws(Failure) in
      let database = try files.writing(.state)
      let folder = try files.writableFolder()
      try database.transaction(.synced) { () throws(Failure) in
        try DeadlineMarker.lower(to: deadline.due, folder)
        var row = try database.prepare("REPLACE INTO deadlines VALUES(?,?,?)")
        try row.bind(deadline.resource)
        try row.bind(deadline.action)
        try row.bind(deadline.due.microseconds)
        try row.run()
      }
      try? raiseMarker(database, folder)
    }
  }

  package func clearDeadline(of resource: String) throws(Failure) {
    try files.withLock { files throws(Failure) in
      guard let database = try files.reading(.state) else { return }
      try database.transaction(.synced) { () throws(Failure) in
        var row = try database.prepare("DELETE FROM deadlines WHERE resource=?")
        try row.bind(resource)
        try row.run()
      }
      try? raiseMarker(database, files.writableFolder())
    }
  }
}

extension Deadline {
  fileprivate init(row: borrowing Statement) {
    self.init(resource: row.text(0), action: row.text(1), due: WallTime(microseconds: row.integer(2)))
  }
}

/// Sets the marker to the earliest deadline that is on the disk, while nobody can store another.
private func raiseMarker(_ database: Database, _ folder: StoreFolder) throws(Failure) {
  try database.transaction(.synced) { () throws(Failure) in
    let earliest = try database.prepare("SELECT min(due) FROM deadlines")
    guard try earliest.step() else { return }
    try DeadlineMarker.set(
      earliest.isNull(0) ? nil : WallTime(microseconds: earliest.integer(0)), folder)
  }
}
