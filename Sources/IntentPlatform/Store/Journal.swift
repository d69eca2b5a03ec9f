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
    try writing(.journal, .ordered) { database throws(Failure) in
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
        "UPDATE runs SET state=?,ended=?,status=?,code=?,dialog=? WHERE run=?", end.state.rawValue, end.at,
        end.exitCode, end.code, end.dialog, run)
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
      let row = try database.prepare(
        "SELECT run,state,pid,boot,uptime FROM runs WHERE run<? AND run>? AND path=? ORDER BY run DESC LIMIT 1",
        run, run - 256, path)
      guard try row.step() else { return nil }
      switch RunState(rawValue: row[1]) {
      case .unknown: return row[0]
      case .authorised, .started:
        let writer = RowWriter(process: row[2], boot: row[3], uptime: row[4])
        return writer.isAlive ? nil : row[0]
      default: return nil
      }
    }
  }

  package func record(_ runs: [FinishedRun]) throws(Failure) {
    try changing(.journal, .ordered) { database throws(Failure) in
      for run in runs { _ = try database.insertRun(run.start, run.end.state, run.end) }
    }
  }

  package func runs(_ query: JournalQuery) throws(Failure) -> [RunRecord] {
    try reading(.journal, missing: []) { database throws(Failure) in
      var records: [RunRecord] = []
      var gone: [Int] = []
      do {
        let rows = try database.rows(of: query)
        while records.count < query.limit, try rows.step() {
          var state = rows.runState
          let isGone = (state == .authorised || state == .started) && !rows.runWriter.isAlive
          if isGone { state = .unknown }
          guard query.includes(intent: rows[5], state: state) else { continue }
          if isGone { gone.append(records.count) }
          records.append(RunRecord(row: rows, state))
        }
      }
      if !gone.isEmpty, !database.isReadOnly { Self.markGone(gone, in: &records, database) }
      return records.filter { query.includes(intent: $0.start.intent, state: $0.state) }
    }
  }

  /// Marks rows whose process is gone; one that ended meanwhile is read again. The answer stands even when
  /// nothing can be written.
  private static func markGone(_ gone: [Int], in records: inout [RunRecord], _ database: Database) {
    var read = records
    do throws(Failure) {
      try database.transaction(.ordered) { () throws(Failure) in
        for index in gone {
          try database.run(
            "UPDATE runs SET state='unknown' WHERE run=? AND state IN('authorised','started')",
            read[index].run)
          if database.changes > 0 { continue }
          let ended = try database.row("SELECT * FROM runs WHERE run=?", read[index].run) {
            RunRecord(row: $0, $0.runState)
          }
          if let ended { read[index] = ended }
        }
      }
      records = read
    } catch {}
  }

  package func calls(limit: Int) throws(Failure) -> [PastCall] {
    try reading(.journal, missing: []) { database throws(Failure) in
      let rows = try database.prepare(
        """
        SELECT run,at,ended,boot||' '||pid,intent,path,parameters,state='finished' AND status=0 \
        AND source NOT IN('timer','automation') AND parameters<>'null' FROM runs \
        WHERE run>(SELECT max(run) FROM runs)-? AND path<>'' AND state<>'denied' ORDER BY run
        """, limit)
      var calls: [PastCall] = []
      // What a process runs while a run of its own is under way is a step of that.
      var ends: [String: Int] = [:]
      while try rows.step() {
        let (at, end): (Int, Int) = (rows[1], rows[2] ?? .max)
        if let outer = ends[rows[3]], at < outer, end <= outer { continue }
        ends[rows[3]] = end
        calls.append(
          PastCall(
            run: rows[0], at: WallTime(microseconds: at), intent: rows[4], path: rows[5], parameters: rows[6],
            isDonation: rows[7]))
      }
      return calls.reversed()
    }
  }

  package func forget(_ runs: ForgottenRuns) throws(Failure) -> Int {
    if try self.runs(JournalQuery(limit: 1)).isEmpty { return 0 }
    // Rows whose process is gone have ended too, once they have been looked at.
    _ = try self.runs(JournalQuery(limit: .max, states: [.authorised, .started, .unknown]))
    return try files.withLock { files throws(Failure) in
      let database = try files.writing(.journal)
      try database.execute("PRAGMA secure_delete=ON")
      files.hasForgotten = true
      let count = try database.transaction(.ordered) { () throws(Failure) in try database.forget(runs) }
      // The file shrinks; whoever reads it meanwhile only keeps it as long as it is.
      if count > 1000 { try? database.execute("VACUUM") }
      return count
    }
  }
}

extension JournalQuery {
  fileprivate func includes(intent: String, state: RunState) -> Bool {
    !intent.isEmpty && (self.intent == nil || self.intent == intent)
      && (states.isEmpty || states.contains(state))
  }
}

extension Database {
  /// The rows that a query can find, the last first; which of them it does, its states say.
  ///
  /// The words of the conditions are those of the indexes that a long journal has.
  fileprivate func rows(of query: JournalQuery) throws(Failure) -> Statement {
    let (first, last) = (query.numbers.lowerBound, query.numbers.upperBound)
    if let intent = query.intent {
      return try prepare(
        "SELECT * FROM runs WHERE intent=? AND run BETWEEN ? AND ? ORDER BY run DESC", intent, first, last)
    }
    if query.hasEffect {
      return try prepare(
        "SELECT * FROM runs WHERE effect IS NOT NULL AND run BETWEEN ? AND ? ORDER BY run DESC", first, last)
    }
    if !query.states.isEmpty, !query.states.contains(.finished) {
      return try prepare(
        "SELECT * FROM runs WHERE state<>'finished' AND run BETWEEN ? AND ? AND intent<>'' ORDER BY run DESC",
        first, last)
    }
    return try prepare(
      "SELECT * FROM runs WHERE run BETWEEN ? AND ? AND intent<>'' ORDER BY run DESC", first, last)
  }

  /// Gives a long journal the indexes by which its rows are found at once; a short one is read faster without.
  func indexLongJournal() {
    try? execute(
      """
      CREATE INDEX IF NOT EXISTS runs_intent ON runs(intent);
      CREATE INDEX IF NOT EXISTS runs_effect ON runs(run) WHERE effect IS NOT NULL;
      CREATE INDEX IF NOT EXISTS runs_odd ON runs(run) WHERE state<>'finished';
      """)
  }

  /// Adds a row; the number of the run.
  func insertRun(_ start: RunStart, _ state: RunState, _ end: RunEnd? = nil) throws(Failure) -> Int {
    let writer = RowWriter.current()
    try run(
      "INSERT INTO runs VALUES(NULL,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,NULL)", start.at, writer.uptime,
      writer.boot,
      writer.process, start.intent, start.path, start.source.text, start.parameters,
      TextLines.join(start.capabilities), start.rule, state.rawValue, end?.at, end?.exitCode, end?.code,
      end?.dialog,
      start.summary)
    return lastInsertedRow
  }

  /// The last row stays, empty, so that no later run gets its number.
  fileprivate func forget(_ runs: ForgottenRuns) throws(Failure) -> Int {
    var (intent, number): (String?, Int?)
    switch runs {
    case .all: break
    case .of(let name): intent = name
    case .one(let run): number = run
    }
    try run(
      """
      UPDATE runs SET intent='',path='',parameters='{}',capabilities='',rule='',state='unknown',code=NULL,\
      dialog='',summary='',effect=NULL WHERE run=(SELECT max(run) FROM runs) AND intent<>'' \
      AND state NOT IN('authorised','started') AND(?1 IS NULL OR intent=?1)AND(?2 IS NULL OR run=?2)
      """, intent, number)
    var count = changes
    try run(
      """
      DELETE FROM runs WHERE run<(SELECT max(run) FROM runs) AND intent<>'' \
      AND state NOT IN('authorised','started') AND(?1 IS NULL OR intent=?1)AND(?2 IS NULL OR run=?2)
      """, intent, number)
    count += changes
    try execute("DELETE FROM runs WHERE intent='' AND run<(SELECT max(run) FROM runs)")
    return count
  }
}

/// A row of the table of runs, its columns in the order of the schema.
extension Statement {
  fileprivate var runState: RunState { RunState(rawValue: self[11]) ?? .unknown }
  fileprivate var runWriter: RowWriter { RowWriter(process: self[4], boot: self[3], uptime: self[2]) }
}

extension RunRecord {
  /// Reads a row of the table, to which an earlier version of it may lack the last columns.
  fileprivate init(row: borrowing Statement, _ state: RunState) {
    let start = RunStart(
      intent: row[5], path: row[6], source: RunSource(stored: row[7]), parameters: row[8],
      summary: row.columns > 16 ? row[16] : "", capabilities: TextLines.split(row[9]), rule: row[10],
      at: row[1])
    var end: RunEnd?
    if let ended: WallTime = row[12] {
      let effect: String? = row.columns > 17 ? row[17] : nil
      end = RunEnd(
        state: state, exitCode: row[13], code: row[14], dialog: row[15], at: ended,
        effect: effect.flatMap { RunEffect(text: $0) })
    }
    self.init(run: row[0], start: start, state: state, end: end)
  }
}

/// A list of texts as lines; a line feed within one is written `\n`, a backslash `\\`.
enum TextLines {
  /// By a loop: `joined` looks types up, which would cost every run 116,000 instructions, 8 %.
  static func join(_ texts: [String]) -> String {
    var lines = ""
    for (index, text) in texts.enumerated() { lines += index == 0 ? escaped(text) : "\n" + escaped(text) }
    return lines
  }

  static func split(_ lines: String) -> [String] {
    if lines.isEmpty { return [] }
    return lines.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
      var bytes: [UInt8] = []
      var isEscape = false
      for byte in line {
        if !isEscape, byte == UInt8(ascii: "\\") {
          isEscape = true
        } else {
          bytes.append(isEscape && byte == UInt8(ascii: "n") ? 0x0A : byte)
          isEscape = false
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x0A || $0 == UInt8(ascii: "\\") }) else { return text }
    let bytes = text.utf8.flatMap { byte -> [UInt8] in
      byte == 0x0A ? Array("\\n".utf8) : byte == UInt8(ascii: "\\") ? [byte, byte] : [byte]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
