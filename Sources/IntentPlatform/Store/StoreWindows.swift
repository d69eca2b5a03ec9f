internal import CivilTime
package import IntentCore
internal import Synchronization

extension SQLiteStore {
  package func window(of profile: String) throws(Failure) -> SessionWindow? {
    try reading(.state, missing: nil) { database throws(Failure) in
      var row = try database.prepare("SELECT * FROM windows WHERE profile=?")
      try row.bind(profile)
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
    var row = try prepare("REPLACE INTO windows VALUES(?,?,?,?,?,?,?,?,?)")
    try row.bind(window.profile)
    try row.bind(window.opened.microseconds)
    try row.bind(window.ends.microseconds)
    try row.bind(window.pauseEnds.microseconds)
    try row.bind(window.openedInBoot.boot)
    try row.bind(window.openedInBoot.microseconds)
    try row.bind(window.stop?.rawValue)
    if let time = window.stoppedAt { try row.bind(time.microseconds) } else { row.skip(1) }
    try row.bind(window.clearedAutoconnect ? 1 : 0)
    try row.run()
  }
}
