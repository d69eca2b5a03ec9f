package import IntentCore
internal import Synchronization

extension SQLiteStore {
  package func beginRun(_ start: RunStart) throws(Failure) -> Int {
    try files.withLock { files throws(Failure) in
      let database = try files.writing(.journal)
      let state: RunState = start.isDurable ? .authorised : .started
      let run: Int
      if start.redeems.isEmpty {
        try database.use(start.isDurable ? .synced : .ordered)
        run = try database.insertRun(start, state)
      } else {
        run = try database.transaction(.synced) { () throws(Failure) in
          try database.redeem(start)
          return try database.insertRun(start, state)
        }
      }
      if start.isDurable { files.authorised.append(run) }
      return run
    }
  }

  package func recordDenial(_ start: RunStart, end: RunEnd) throws(Failure) {
    try writing(.journal) { database throws(Failure) in
      try database.use(.ordered)
      _ = try database.insertRun(start, .denied, end)
    }
  }

  package func markStarted(_ run: Int) throws(Failure) {
    try files.withLock { files throws(Failure) in
      guard let index = files.authorised.firstIndex(of: run) else { return }
      let database = try files.writing(.journal)
      try database.use(.ordered)
      try database.run("UPDATE runs SET state='started' WHERE run=?", run)
      files.authorised.remove(at: index)
    }
  }

  package func finishRun(_ run: Int, _ end: RunEnd) throws(Failure) {
    try files.withLock { files throws(Failure) in
      let database = try files.writing(.journal)
      try database.use(.ordered)
      try database.run(
        "UPDATE runs SET state=?,ended=?,status=?,code=?,dialog=? WHERE run=?", end.state.rawValue,
        end.at.microseconds, Int(end.exitCode), end.code, end.dialog, run)
      files.authorised.removeAll { $0 == run }
      if database.changes == 0 { throw Failure(.runUnknown, ["run": .integer(run)]) }
      if let effect = end.effect {
        try database.run("UPDATE runs SET effect=? WHERE run=?", effect.text, run)
      }
    }
  }

  /// Looks at the last rows only: a run that long ago says nothing of now.
  package func unfinishedRun(of path: String, before run: Int) throws(Failure) -> Int? {
    try reading(.journal, missing: nil) { database throws(Failure) in
      var row = try database.prepare(
        "SELECT run,state,pid,boot,uptime FROM runs WHERE run<? AND run>? AND path=? ORDER BY run DESC LIMIT 1"
      )
      try row.bind(run, run - 256, path)
      guard try row.step() else { return nil }
      switch RunState(rawValue: row.text(1)) {
      case .unknown: return row.integer(0)
      case .authorised, .started:
        let writer = ProcessLiveness.Writer(
          process: Int32(truncatingIfNeeded: row.integer(2)), boot: row.text(3), uptime: row.integer(4))
        return ProcessLiveness().isAlive(writer) ? nil : row.integer(0)
      default: return nil
      }
    }
  }

  package func record(_ runs: [FinishedRun]) throws(Failure) {
    try writing(.journal) { database throws(Failure) in
      try database.transaction(.ordered) { () throws(Failure) in
        let writer = ProcessLiveness.Writer.current()
        var row = try database.prepare(insertion)
        for run in runs {
          row.reset()
          try bind(run.start, run.end.state, run.end, writer, to: &row)
          try row.run()
        }
      }
    }
  }

  package func runs(_ query: JournalQuery) throws(Failure) -> [RunRecord] {
    try reading(.journal, missing: []) { database throws(Failure) in
      var records: [RunRecord] = []
      var gone: [Int] = []
      do {
        let processes = ProcessLiveness()
        let rows = try database.prepare(
          "SELECT * FROM runs WHERE run>=? AND intent<>'' ORDER BY run DESC", query.since)
        while records.count < query.limit, try rows.step() {
          let row = JournalRow(rows)
          let isGone = row.isOpen && !processes.isAlive(row.writer)
          guard query.includes(intent: row.intent, state: isGone ? .unknown : row.state) else { continue }
          if isGone { gone.append(records.count) }
          records.append(row.record(rows, isGone ? .unknown : row.state))
        }
      }
      if !gone.isEmpty, !database.isReadOnly { markGone(gone, in: &records, database) }
      return records.filter { query.includes(intent: $0.start.intent, state: $0.state) }
    }
  }
}

extension JournalQuery {
  fileprivate func includes(intent: String, state: RunState) -> Bool {
    (self.intent == nil || self.intent == intent) && (states.isEmpty || states.contains(state))
  }
}

extension Database {
  /// Adds a row; the number of the run.
  func insertRun(_ start: RunStart, _ state: RunState, _ end: RunEnd? = nil) throws(Failure) -> Int {
    var row = try prepare(insertion)
    try bind(start, state, end, .current(), to: &row)
    try row.run()
    return lastInsertedRow
  }
}

private let insertion: StaticString = "INSERT INTO runs VALUES(NULL,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,NULL)"

private func bind(
  _ start: RunStart, _ state: RunState, _ end: RunEnd?, _ writer: ProcessLiveness.Writer,
  to row: inout Statement
) throws(Failure) {
  try row.bind(
    start.at.microseconds, writer.uptime, writer.boot, Int(writer.process), start.intent, start.path,
    start.source.text, start.parameters, CapabilityLines.join(start.capabilities), start.rule, state.rawValue)
  if let end {
    try row.bind(end.at.microseconds, Int(end.exitCode), end.code, end.dialog)
  } else {
    row.skip(4)
  }
  try row.bind(start.summary)
}

/// Marks rows whose process is gone; one that ended meanwhile is read again. The answer stands even when
/// nothing can be written.
private func markGone(_ gone: [Int], in records: inout [RunRecord], _ database: Database) {
  var read = records
  do throws(Failure) {
    try database.transaction(.ordered) { () throws(Failure) in
      for index in gone {
        try database.run(
          "UPDATE runs SET state='unknown' WHERE run=? AND state IN('authorised','started')", read[index].run)
        if database.changes > 0 { continue }
        let row = try database.prepare("SELECT * FROM runs WHERE run=?", read[index].run)
        guard try row.step() else { continue }
        let ended = JournalRow(row)
        read[index] = ended.record(row, ended.state)
      }
    }
    records = read
  } catch {}
}
