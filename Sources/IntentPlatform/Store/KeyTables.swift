internal import IntentCore

/// The tables of keys, in the file of the journal, so that a use and its run are one transaction. They are made with
/// the first key: a table more costs every run of those who share none.
extension Database {
  func makeKeyTables() throws(Failure) {
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

  func hasKeys() throws(Failure) -> Bool {
    try prepare("SELECT 1 FROM sqlite_schema WHERE name='keys'").step()
  }

  func key(_ id: String) throws(Failure) -> (key: SharedKey, hash: [UInt8])? {
    let row = try prepare("SELECT * FROM keys WHERE id=?", id)
    guard try row.step() else { return nil }
    return (SharedKey(row), row.bytes(1))
  }

  /// The latest moment that a row tells of, of those since the clock was last taken as right.
  func latestInstant() throws(Failure) -> WallTime? {
    var seen = 0
    var run = 0
    if try hasKeys() {
      let row = try prepare("SELECT seen,run FROM keyclock")
      if try row.step() { (seen, run) = (row.integer(0), row.integer(1)) }
    }
    let rows = try prepare("SELECT max(at),max(ended) FROM runs WHERE run>?", run)
    if try rows.step() { seen = max(seen, rows.integer(0), rows.integer(1)) }
    return seen == 0 ? nil : WallTime(microseconds: seen)
  }

  /// Remembers the moment, which is the latest so far.
  func note(_ now: WallTime) throws(Failure) {
    try run("UPDATE keyclock SET seen=?", now.microseconds)
  }

  /// Takes the clock as right although it went back; every key is revoked, since an expired one would be good again.
  func takeClock(_ now: WallTime) throws(Failure) {
    try run("UPDATE keys SET revoked=? WHERE revoked IS NULL", now.microseconds)
    try execute("UPDATE keyclock SET run=(SELECT max(run) FROM runs); DELETE FROM keymisses")
    try note(now)
  }

  /// Fails where the clock went back or too many wrong keys came.
  func hear(_ use: KeyUse, _ clock: World.Clock, _ moment: WallTime? = nil) throws(Failure) {
    let now = moment ?? clock.wall()
    if let seen = try latestInstant(), now < seen { throw .clockWentBack(now, seen, clock) }
    guard try hasKeys() else { return }
    var misses: [KeyLimits.Miss] = []
    let rows = try prepare("SELECT at,place FROM keymisses ORDER BY at")
    while try rows.step() {
      misses.append(.init(at: WallTime(microseconds: rows.integer(0)), place: rows.text(1)))
    }
    if let wait = KeyLimits.wait(misses, at: use.place, now: now) { throw .tooManyKeys(wait) }
  }

  /// Counts a wrong key, and forgets those that count no more.
  func miss(_ use: KeyUse, _ now: WallTime) throws(Failure) {
    try run("DELETE FROM keymisses WHERE at<=?", now.microseconds - KeyLimits.window.wholeMicroseconds)
    try run("INSERT INTO keymisses VALUES(?,?)", now.microseconds, use.place)
    try note(now)
  }
}

extension SharedKey {
  /// A row of the table, its columns in the order of the schema.
  init(_ row: borrowing Statement) {
    self.init(
      id: row.text(0), name: row.text(2), door: KeyDoor(provider: row.text(3), id: row.text(4)),
      opens: row.integer(5) == 1, from: WallTime(microseconds: row.integer(6)),
      until: WallTime(microseconds: row.integer(7)), uses: row.integer(8),
      sharedAt: WallTime(microseconds: row.integer(10)))
    usesLeft = row.integer(9)
    if !row.isNull(11) { revokedAt = WallTime(microseconds: row.integer(11)) }
    if !row.isNull(12) { lastUsedAt = WallTime(microseconds: row.integer(12)) }
  }
}
