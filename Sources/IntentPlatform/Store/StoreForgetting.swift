package import IntentCore
internal import Synchronization

extension SQLiteStore {
  package func forget(_ runs: ForgottenRuns) throws(Failure) -> Int {
    // Rows whose process is gone have ended too, once they have been looked at.
    let known = try self.runs(JournalQuery(limit: .max))
    if known.isEmpty { return 0 }
    return try files.withLock { files throws(Failure) in
      let database = try files.writing(.journal)
      try database.execute("PRAGMA secure_delete=ON")
      files.hasForgotten = true
      return try database.transaction(.ordered) { () throws(Failure) in
        try Self.forget(runs, database)
      }
    }
  }

  /// The last row stays, empty, so that no later run gets its number.
  private static func forget(_ runs: ForgottenRuns, _ database: Database) throws(Failure) -> Int {
    var blank = try database.prepare(
      """
      UPDATE runs SET intent='',path='',parameters='{}',capabilities='',rule='',state='unknown',code=NULL,\
      dialog='',summary='',effect=NULL WHERE run=(SELECT max(run) FROM runs) AND intent<>'' \
      AND state NOT IN('authorised','started') AND(?1 IS NULL OR intent=?1)AND(?2 IS NULL OR run=?2)
      """)
    try bind(runs, &blank)
    try blank.run()
    var count = database.changes
    var delete = try database.prepare(
      """
      DELETE FROM runs WHERE run<(SELECT max(run) FROM runs) AND intent<>'' \
      AND state NOT IN('authorised','started') AND(?1 IS NULL OR intent=?1)AND(?2 IS NULL OR run=?2)
      """)
    try bind(runs, &delete)
    try delete.run()
    count += database.changes
    try database.execute("DELETE FROM runs WHERE intent='' AND run<(SELECT max(run) FROM runs)")
    return count
  }

  private static func bind(_ runs: ForgottenRuns, _ statement: inout Statement) throws(Failure) {
    switch runs {
    case .all: statement.skip(2)
    case .of(let intent): try statement.bind(intent)
    case .one(let run):
      statement.skip(1)
      try statement.bind(run)
    }
  }
}
