package import IntentCore

extension SQLiteStore {
  package func standing(of path: String) throws(Failure) -> Standing {
    try reading(.journal, missing: Standing()) { database throws(Failure) in
      var reader = try StandingReader(database)
      return try reader.standing(of: path)
    }
  }

  package func standings() throws(Failure) -> [Standing] {
    try reading(.journal, missing: []) { database throws(Failure) in
      var paths: [String] = []
      let rows = try database.prepare("SELECT path FROM trust UNION SELECT path FROM grants ORDER BY path")
      while try rows.step() { paths.append(rows.text(0)) }
      var reader = try StandingReader(database)
      var standings: [Standing] = []
      for path in paths { standings.append(try reader.standing(of: path)) }
      return standings
    }
  }

  package func record(_ trust: TrustRecord, grants: [Grant]) throws(Failure) {
    try writing(.journal) { database throws(Failure) in
      try database.transaction(.synced) { () throws(Failure) in
        try database.run(
          "REPLACE INTO trust VALUES(?,?,?,?)", trust.path, trust.source,
          TrustedFileCoding.encode(trust.files), trust.recordedAt.microseconds)
        try database.add(grants)
      }
    }
  }

  package func removeTrust(of path: String) throws(Failure) -> Bool {
    let current = try standing(of: path)
    if current.trust == nil, current.grants.allSatisfy(\.isDenial) { return false }
    return try writing(.journal) { database throws(Failure) in
      try database.transaction(.synced) { () throws(Failure) in
        try database.run("DELETE FROM trust WHERE path=?", path)
        var removed = database.changes
        try database.run("DELETE FROM grants WHERE path=? AND source NOT LIKE '!%'", path)
        removed += database.changes
        return removed > 0
      }
    }
  }
}

/// Reads trust and grants of one path after another.
struct StandingReader: ~Copyable {
  private let database: Database
  private var trust: Statement
  private var grants: Statement

  init(_ database: Database) throws(Failure) {
    let trust = try database.prepare("SELECT source,files,at FROM trust WHERE path=?")
    let grants = try database.prepare("SELECT capability,source,at FROM grants WHERE path=?")
    self.database = database
    self.trust = trust
    self.grants = grants
  }

  mutating func standing(of path: String) throws(Failure) -> Standing {
    trust.reset()
    try trust.bind(path)
    var standing = Standing(trust: try trust.step() ? try record(of: path) : nil)
    grants.reset()
    try grants.bind(path)
    while try grants.step() {
      var grant = Grant(
        path: path, capability: grants.text(0), storedSource: grants.text(1),
        recordedAt: WallTime(microseconds: grants.integer(2)))
      if grants.isText(2) { GrantLimits.read(grants.text(2), into: &grant) }
      standing.grants.append(grant)
    }
    return standing
  }

  private func record(of path: String) throws(Failure) -> TrustRecord {
    guard let files = TrustedFileCoding.decode(trust.bytes(1)) else {
      throw StoreFailure.damaged(database.path)
    }
    return TrustRecord(
      path: path, source: trust.bytes(0), files: files,
      recordedAt: WallTime(microseconds: trust.integer(2)))
  }
}

extension RunSource {
  /// Reads what `text` wrote; a name that no source has is a client of that name.
  init(stored text: String) {
    if let named = RunSource(text: text) {
      self = named
    } else {
      let bytes = text.utf8
      let isClient = bytes.starts(with: "mcp:".utf8)
      self = .client(isClient ? String(decoding: bytes.dropFirst(4), as: UTF8.self) : text)
    }
  }
}
