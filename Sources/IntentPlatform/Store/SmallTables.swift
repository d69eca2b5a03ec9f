package import IntentCore

// The tables of automations, shortcuts and demo devices.

extension SQLiteStore {
  /// So many moments of an automation are kept.
  private static let keptInstants = 1000

  package func claimInstant(_ at: WallTime, of automation: String, now: WallTime) throws(Failure) -> Bool {
    try changing(.automations, .synced) { database throws(Failure) in
      let writer = RowWriter.current()
      try database.run(
        "INSERT OR IGNORE INTO instants VALUES(?,?,?,?,?,?,'running',0,NULL,NULL)", automation, at, now,
        writer.uptime, writer.boot, writer.process)
      guard database.changes == 1 else { return false }
      try database.run(
        """
        DELETE FROM instants WHERE automation=?1 AND at<=\
        (SELECT at FROM instants WHERE automation=?1 ORDER BY at DESC LIMIT 1 OFFSET ?2)
        """, automation, Self.keptInstants)
      return true
    }
  }

  package func reclaimInstant(_ at: WallTime, of automation: String, now: WallTime) throws(Failure) -> Bool {
    try changing(.automations, .synced) { database throws(Failure) in
      let before = try database.row(
        "SELECT uptime,boot,pid FROM instants WHERE automation=? AND at=? AND state='running'", automation, at
      ) { RowWriter(process: $0[2], boot: $0[1], uptime: $0[0]) }
      guard let before, !before.isAlive else { return false }
      let writer = RowWriter.current()
      try database.run(
        "UPDATE instants SET started=?,uptime=?,boot=?,pid=? WHERE automation=? AND at=?", now, writer.uptime,
        writer.boot, writer.process, automation, at)
      return true
    }
  }

  package func finishInstant(_ record: InstantRecord) throws(Failure) {
    try writing(.automations, .ordered) { database throws(Failure) in
      try database.run(
        "UPDATE instants SET state=?,status=?,code=?,run=? WHERE automation=? AND at=?",
        record.state.rawValue,
        record.exitCode, record.code, record.run, record.automation, record.at)
    }
  }

  package func instants(of automation: String, limit: Int) throws(Failure) -> [InstantRecord] {
    try reading(.automations, missing: []) { database throws(Failure) in
      try database.rows(
        "SELECT * FROM instants WHERE automation=? ORDER BY at DESC LIMIT ?", automation, limit
      ) { row in
        let writer = RowWriter(process: row[5], boot: row[4], uptime: row[3])
        var state = InstantRecord.State(rawValue: row[6]) ?? .unknown
        if state == .running, !writer.isAlive { state = .unknown }
        return InstantRecord(
          automation: automation, at: row[1], startedAt: row[2], state: state, exitCode: row[7], code: row[8],
          run: row[9])
      }
    }
  }
}

extension SQLiteStore {
  package func shortcuts() throws(Failure) -> [Shortcut] {
    try reading(.shortcuts, missing: []) { database throws(Failure) in
      try database.rows("SELECT name,intent,path,parameters,phrases FROM shortcuts ORDER BY key") { row in
        let parameters = (try? Value(json: row[3], file: ""))?.objectValue
        return Shortcut(
          name: row[0], intent: row[1], path: row[2], parameters: parameters ?? ValueObject(),
          phrases: TextLines.split(row[4]))
      }
    }
  }

  package func keep(_ shortcut: Shortcut, replacing key: String?) throws(Failure) -> Bool {
    try changing(.shortcuts, .ordered) { database throws(Failure) in
      if key != shortcut.key {
        // Names that read the same are one, however their accents are encoded.
        let keys: [String] = try database.rows("SELECT key FROM shortcuts") { $0[0] }
        if keys.contains(shortcut.key) { return false }
      }
      if let key { try database.removeShortcut(key) }
      try database.run(
        "REPLACE INTO shortcuts VALUES(?,?,?,?,?,?)", shortcut.key, shortcut.name, shortcut.intent,
        shortcut.path,
        Value.object(shortcut.parameters).json(), TextLines.join(shortcut.phrases))
      return true
    }
  }

  package func removeShortcut(_ key: String) throws(Failure) -> Bool {
    guard try !shortcuts().isEmpty else { return false }
    return try writing(.shortcuts, .ordered) { database throws(Failure) in
      try database.removeShortcut(key)
      return database.changes == 1
    }
  }
}

extension Database {
  fileprivate func removeShortcut(_ key: String) throws(Failure) {
    try run("DELETE FROM shortcuts WHERE key=?", key)
  }
}

extension SQLiteStore {
  package func device(_ name: String) throws(Failure) -> DeviceState? {
    try reading(.state, missing: nil) { database throws(Failure) in
      try database.row("SELECT state,since,note FROM devices WHERE name=?", name) {
        DeviceState(state: $0[0], since: $0[1], note: $0[2])
      }
    }
  }

  package func setDevice(_ name: String, _ state: DeviceState) throws(Failure) {
    try writing(.state, .ordered) { database throws(Failure) in
      try database.run("REPLACE INTO devices VALUES(?,?,?,?)", name, state.state, state.since, state.note)
    }
  }
}
