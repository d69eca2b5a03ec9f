package import IntentCore
internal import Synchronization

extension SQLiteStore {
  package func addKey(
    _ key: SharedKey, hash: [UInt8], takesClock: Bool, _ clock: World.Clock
  ) throws(Failure) -> Bool {
    try writing(.journal) { database throws(Failure) in
      try database.transaction(.synced) { () throws(Failure) in
        try database.makeKeyTables()
        let now = clock.wall()
        if let seen = try database.latestInstant(), now < seen {
          guard takesClock else { throw .clockWentBack(now, seen, clock) }
          try database.takeClock(now)
        }
        if try database.key(key.id) != nil { return false }
        try database.run(
          "INSERT INTO keys VALUES(?,?,?,?,?,?,?,?,?,?,?,NULL,NULL)", key.id, hash, key.name,
          key.door.provider, key.door.id, key.opens ? 1 : 0, key.from.microseconds, key.until.microseconds,
          key.uses, key.usesLeft, key.sharedAt.microseconds)
        try database.note(now)
        return true
      }
    }
  }

  package func keys() throws(Failure) -> [SharedKey] {
    try reading(.journal, missing: []) { database throws(Failure) in
      guard try database.hasKeys() else { return [] }
      let rows = try database.prepare("SELECT * FROM keys ORDER BY shared DESC,id")
      var keys: [SharedKey] = []
      while try rows.step() { keys.append(SharedKey(rows)) }
      return keys
    }
  }

  package func revokeKey(_ id: String, at time: WallTime) throws(Failure) -> Bool {
    guard try reading(.journal, missing: false, { database throws(Failure) in try database.hasKeys() }) else {
      return false
    }
    return try writing(.journal) { database throws(Failure) in
      try database.transaction(.synced) { () throws(Failure) in
        guard try database.key(id) != nil else { return false }
        try database.run("UPDATE keys SET revoked=? WHERE id=? AND revoked IS NULL", time.microseconds, id)
        return true
      }
    }
  }

  package func latestInstant() throws(Failure) -> WallTime? {
    try reading(.journal, missing: nil) { database throws(Failure) in try database.latestInstant() }
  }

  package func keyHash(_ use: KeyUse, _ clock: World.Clock) throws(Failure) -> [UInt8]? {
    try reading(.journal, missing: nil) { database throws(Failure) in
      // The row is read whatever else is wrong, so that a wrong id takes as long.
      let found = try database.hasKeys() ? try database.key(use.key.id) : nil
      try database.hear(use, clock)
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

extension Database {
  /// Within a transaction of the caller's.
  fileprivate func redeem(
    _ use: KeyUse, hash: [UInt8], _ start: RunStart, _ clock: World.Clock
  ) throws(Failure) -> Redemption {
    try makeKeyTables()
    // Here and not before the transaction: of two that come at once, the later one writes the later moment.
    let now = clock.wall()
    try hear(use, clock, now)
    let found = try key(use.key.id)
    let matches = hash.isSameInConstantTime(as: found?.hash ?? KeyMaterial.decoy)
    if let refusal = found?.key.refusal(use, matches: matches, at: now) ?? (found == nil ? .wrong : nil) {
      try miss(use, now)
      return .refused(refusal, id: found?.key.id)
    }
    guard let key = found?.key else { throw Failure(.internalError) }
    try run("UPDATE keys SET left=left-1,used=? WHERE id=? AND left>0", now.microseconds, key.id)
    guard changes == 1 else { throw Failure(.internalError) }
    try note(now)
    var start = start
    start.rule = "key \(key.id) (\(key.name))"
    return .run(try insertRun(start, .authorised))
  }
}
