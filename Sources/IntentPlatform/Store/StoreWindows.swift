package import IntentCore
internal import Synchronization

extension SQLiteStore {
  package func window(of profile: String) throws(Failure) -> SessionWindow? {
    try reading(.state, missing: nil) { database throws(Failure) in
      let row = try database.prepare("SELECT * FROM windows WHERE profile=?", profile)
      return try row.step() ? SessionWindow(row: row) : nil
    }
  }

  package func hasWindows() -> Bool { DeadlineMarker.tellsOfWindows(stateFolder: stateFolder) }

  package func keep(_ window: SessionWindow, _ deadline: Deadline?) throws(Failure) {
    try files.withLock { files throws(Failure) in
      let database = try files.writing(.state)
      let folder = try files.writableFolder()
      try database.transaction(.synced) { () throws(Failure) in
        try DeadlineMarker.noteWindows(folder)
        try database.set(window)
        if let deadline {
          try database.set(deadline, folder)
        } else {
          try database.removeDeadline(of: window.resource)
        }
      }
      try? raiseMarker(database, folder)
    }
  }
}

extension SessionWindow {
  /// Reads a row of the table, its columns in the order of the schema.
  fileprivate init(row: borrowing Statement) {
    self.init(
      profile: row.text(0), opened: WallTime(microseconds: row.integer(1)),
      ends: WallTime(microseconds: row.integer(2)), pauseEnds: WallTime(microseconds: row.integer(3)),
      openedInBoot: BootTime(boot: row.text(4), microseconds: row.integer(5)),
      stop: row.isNull(6) ? nil : Stop(rawValue: row.text(6)),
      stoppedAt: row.isNull(7) ? nil : WallTime(microseconds: row.integer(7)),
      clearedAutoconnect: row.integer(8) != 0)
  }
}

extension Database {
  fileprivate func set(_ window: SessionWindow) throws(Failure) {
    try run(
      "REPLACE INTO windows VALUES(?,?,?,?,?,?,?,?,?)", window.profile, window.opened.microseconds,
      window.ends.microseconds, window.pauseEnds.microseconds, window.openedInBoot.boot,
      window.openedInBoot.microseconds, window.stop?.rawValue, window.stoppedAt?.microseconds,
      window.clearedAutoconnect ? 1 : 0)
  }
}
