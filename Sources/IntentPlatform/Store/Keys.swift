package import IntentCore
internal import Synchronization

extension SQLiteStore {
  package func addKey(
    _ key: SharedKey, hash: [UInt8], takesClock: Bool, _ clock: World.Clock
  ) throws(Failure) -> Bool {
    try changing(.journal, .synced) { database throws(Failure) in
      try database.makeKeyTables()
      let now = clock.wall()
      if let seen = try database.latestInstant(), now.isBefore(seen) {
        guard takesClock else { throw .clockWentBack(now, seen, clock) }
        try database.takeClock(now)
      }
      if try database.key(key.id) != nil { return false }
      try database.run(
        "INSERT INTO keys VALUES(?,?,?,?,?,?,?,?,?,?,?,NULL,NULL)", key.id, hash, key.name, key.door.provider,
        key.door.id, key.opens, key.from, key.until, key.uses, key.usesLeft, key.sharedAt)
      try database.note(now)
      return true
    }
  }

  package func keys() throws(Failure) -> [SharedKey] {
    try reading(.journal, missing: []) { database throws(Failure) in
      guard try database.hasKeys() else { return [] }
      return try database.rows("SELECT * FROM keys ORDER BY shared DESC,id") { SharedKey(row: $0) }
    }
  }

  package func revokeKey(_ id: String, at time: WallTime) throws(Failure) -> Bool {
    guard try reading(.journal, missing: false, { database throws(Failure) in try database.hasKeys() }) else {
      return false
    }
    return try changing(.journal, .synced) { database throws(Failure) in
      guard try database.key(id) != nil else { return false }
      try database.run("UPDATE keys SET revoked=? WHERE id=? AND revoked IS NULL", time, id)
      return true
    }
  }

  package func latestInstant() throws(Failure) -> WallTime? {
    try reading(.journal, missing: nil) { database throws(Failure) in try database.latestInstant() }
  }

  package func keyHash(_ use: KeyUse, _ clock: World.Clock) throws(Failure) -> [UInt8]? {
    try reading(.journal, missing: nil) { database throws(Failure) in
      // The row is read whatever else is wrong, so that a wrong id takes as long.
      let found = try database.hasKeys() ? try database.key(use.key.id) : nil
      try database.hear(use, clock.wall(), clock)
      return found?.hash
    }
  }

  package func redeemKey(
    _ use: KeyUse, hash: [UInt8], _ start: RunStart, _ clock: World.Clock
  ) throws(Failure) -> Int {
    try files.withLock { files throws(Failure) in
      let database = try files.writing(.journal)
      let outcome = try database.transaction(.synced) { () throws(Failure) in
        try database.redeem(use, hash: hash, start, clock)
      }
      switch outcome {
      case .run(let run):
        files.authorised.append(run)
        return run
      case .refused(let refusal, let id): throw Failure(refusing: use, refusal, id)
      }
    }
  }
}

/// What became of a key that was given; a refusal is a row of its own and must not be undone by a failure.
private enum Redemption {
  case run(Int)
  case refused(SharedKey.Refusal, id: String?)
}

/// The tables of keys, in the file of the journal, so that a use and its run are one transaction. They are made with
/// the first key: a table more costs every run of those who share none.
extension Database {
  fileprivate func makeKeyTables() throws(Failure) {
    if try hasKeys() { return }
    try execute(
      """
      CREATE TABLE keys(id PRIMARY KEY,hash,name,provider,door,opens,starts,ends,uses,left,shared,revoked,used)\
      WITHOUT ROWID;
      CREATE TABLE keymisses(at,place);
      CREATE TABLE keyclock(seen,run);
      INSERT INTO keyclock VALUES(0,0);
      """)
  }

  fileprivate func hasKeys() throws(Failure) -> Bool {
    try row("SELECT 1 FROM sqlite_schema WHERE name='keys'") { _ in true } ?? false
  }

  fileprivate func key(_ id: String) throws(Failure) -> (key: SharedKey, hash: [UInt8])? {
    try row("SELECT * FROM keys WHERE id=?", id) { (SharedKey(row: $0), $0[1]) }
  }

  /// The latest moment that a row tells of, of those since the clock was last taken as right.
  fileprivate func latestInstant() throws(Failure) -> WallTime? {
    var (seen, run) = (0, 0)
    if try hasKeys() { (seen, run) = try row("SELECT seen,run FROM keyclock") { ($0[0], $0[1]) } ?? (0, 0) }
    let latest: Int? = try row("SELECT max(at),max(ended) FROM runs WHERE run>?", run) {
      max(seen, $0[0], $0[1])
    }
    return latest.flatMap { $0 == 0 ? nil : WallTime(microseconds: $0) }
  }

  /// Remembers the moment, which is the latest so far.
  fileprivate func note(_ now: WallTime) throws(Failure) { try run("UPDATE keyclock SET seen=?", now) }

  /// Takes the clock as right although it went back; every key is revoked, since an expired one would be good again.
  fileprivate func takeClock(_ now: WallTime) throws(Failure) {
    try run("UPDATE keys SET revoked=? WHERE revoked IS NULL", now)
    try execute("UPDATE keyclock SET run=(SELECT max(run) FROM runs); DELETE FROM keymisses")
    try note(now)
  }

  /// Fails where the clock went back or too many wrong keys came.
  fileprivate func hear(_ use: KeyUse, _ now: WallTime, _ clock: World.Clock) throws(Failure) {
    if let seen = try latestInstant(), now.isBefore(seen) { throw .clockWentBack(now, seen, clock) }
    guard try hasKeys() else { return }
    let misses = try rows("SELECT at,place FROM keymisses ORDER BY at") {
      KeyLimits.Miss(at: $0[0], place: $0[1])
    }
    if let wait = KeyLimits.wait(misses, at: use.place, now: now) { throw .tooManyKeys(wait) }
  }

  /// Counts a wrong key, and forgets those that count no more.
  fileprivate func miss(_ use: KeyUse, _ now: WallTime) throws(Failure) {
    try run("DELETE FROM keymisses WHERE at<=?", now.microseconds - KeyLimits.window.wholeMicroseconds)
    try run("INSERT INTO keymisses VALUES(?,?)", now, use.place)
    try note(now)
  }

  /// Within a transaction of the caller's.
  fileprivate func redeem(
    _ use: KeyUse, hash: [UInt8], _ start: RunStart, _ clock: World.Clock
  ) throws(Failure) -> Redemption {
    try makeKeyTables()
    // Here and not before the transaction: of two that come at once, the later one writes the later moment.
    let now = clock.wall()
    try hear(use, now, clock)
    let found = try key(use.key.id)
    let matches = hash.isSameInConstantTime(as: found?.hash ?? KeyMaterial.decoy)
    if let refusal = found?.key.refusal(use, matches: matches, at: now) ?? (found == nil ? .wrong : nil) {
      try miss(use, now)
      return .refused(refusal, id: found?.key.id)
    }
    guard let key = found?.key else { throw Failure(.internalError) }
    try run("UPDATE keys SET left=left-1,used=? WHERE id=? AND left>0", now, key.id)
    guard changes == 1 else { throw Failure(.internalError) }
    try note(now)
    var start = start
    start.rule = "key \(key.id) (\(key.name))"
    return .run(try insertRun(start, .authorised))
  }
}

extension SharedKey {
  /// Reads a row of the table, its columns in the order of the schema.
  fileprivate init(row: borrowing Statement) {
    self.init(
      id: row[0], name: row[2], door: KeyDoor(provider: row[3], id: row[4]), opens: row[5], from: row[6],
      until: row[7], uses: row[8], sharedAt: row[10])
    usesLeft = row[9]
    revokedAt = row[11]
    lastUsedAt = row[12]
  }
}

extension WallTime {
  /// Whether a clock that shows it was set back: by more than another run can have noted its moment meanwhile.
  fileprivate func isBefore(_ seen: WallTime) -> Bool { self + .seconds(10) < seen }
}
