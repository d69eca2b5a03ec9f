package import IntentCore

extension SQLiteStore {
  /// So many moments of an automation are kept.
  private static let keptInstants = 1000

  package func claimInstant(
    _ at: WallTime, of automation: String, now: WallTime
  ) throws(Failure) -> Bool {
    try writing(.automations) { database throws(Failure) in
      try database.transaction(.synced) { () throws(Failure) in
        let writer = ProcessLiveness.Writer.current()
        try database.run(
          "INSERT OR IGNORE INTO instants VALUES(?,?,?,?,?,?,'running',0,NULL,NULL)", automation,
          at.microseconds, now.microseconds, writer.uptime, writer.boot, Int(writer.process))
        guard database.changes == 1 else { return false }
        try database.run(
          """
          DELETE FROM instants WHERE automation=?1 AND at<=\
          (SELECT at FROM instants WHERE automation=?1 ORDER BY at DESC LIMIT 1 OFFSET ?2)
          """, automation, Self.keptInstants)
        return true
      }
    }
  }

  package func reclaimInstant(
    _ at: WallTime, of automation: String, now: WallTime
  ) throws(Failure) -> Bool {
    try writing(.automations) { database throws(Failure) in
      try database.transaction(.synced) { () throws(Failure) in
        var row = try database.prepare(
          "SELECT uptime,boot,pid FROM instants WHERE automation=? AND at=? AND state='running'")
        try row.bind(automation, at.microseconds)
        guard try row.step() else { return false }
        let before = ProcessLiveness.Writer(
          process: Int32(truncatingIfNeeded: row.integer(2)), boot: row.text(1), uptime: row.integer(0))
        if ProcessLiveness().isAlive(before) { return false }
        let writer = ProcessLiveness.Writer.current()
        try database.run(
          "UPDATE instants SET started=?,uptime=?,boot=?,pid=? WHERE automation=? AND at=?", now.microseconds,
          writer.uptime, writer.boot, Int(writer.process), automation, at.microseconds)
        return true
      }
    }
  }

  package func finishInstant(_ record: InstantRecord) throws(Failure) {
    try writing(.automations) { database throws(Failure) in
      try database.use(.ordered)
      try database.run(
        "UPDATE instants SET state=?,status=?,code=?,run=? WHERE automation=? AND at=?",
        record.state.rawValue, Int(record.exitCode), record.code, record.run, record.automation,
        record.at.microseconds)
    }
  }

  package func instants(of automation: String, limit: Int) throws(Failure) -> [InstantRecord] {
    try reading(.automations, missing: []) { database throws(Failure) in
      let processes = ProcessLiveness()
      var rows = try database.prepare(
        "SELECT * FROM instants WHERE automation=? ORDER BY at DESC LIMIT ?")
      try rows.bind(automation, limit)
      var records: [InstantRecord] = []
      while try rows.step() {
        let writer = ProcessLiveness.Writer(
          process: Int32(truncatingIfNeeded: rows.integer(5)), boot: rows.text(4), uptime: rows.integer(3))
        var state = InstantRecord.State(rawValue: rows.text(6)) ?? .unknown
        if state == .running, !processes.isAlive(writer) { state = .unknown }
        records.append(
          InstantRecord(
            automation: automation, at: WallTime(microseconds: rows.integer(1)),
            startedAt: WallTime(microseconds: rows.integer(2)), state: state,
            exitCode: Int32(truncatingIfNeeded: rows.integer(7)), code: rows.isNull(8) ? nil : rows.text(8),
            run: rows.isNull(9) ? nil : rows.integer(9)))
      }
      return records
    }
  }
}
