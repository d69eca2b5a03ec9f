package import IntentCore

extension SQLiteStore {
  package func standing(of path: String) throws(Failure) -> Standing {
    try reading(.journal, missing: Standing()) { database throws(Failure) in try database.standing(of: path) }
  }

  package func standings() throws(Failure) -> [Standing] {
    try reading(.journal, missing: []) { database throws(Failure) in
      let paths: [String] = try database.rows(
        "SELECT path FROM trust UNION SELECT path FROM grants ORDER BY path"
      ) { $0[0] }
      var trust = try database.rows("SELECT path,source,files,at FROM trust ORDER BY path") {
        row throws(Failure) in try TrustRecord(row: row, in: database)
      }[...]
      var grants = try database.rows("SELECT path,capability,source,at FROM grants ORDER BY path") {
        Grant(row: $0)
      }[...]
      return paths.map { path in
        func isOwn(_ other: String) -> Bool { other.utf8.elementsEqual(path.utf8) }
        let own = grants.prefix { isOwn($0.path) }
        grants = grants.dropFirst(own.count)
        return Standing(
          trust: trust.first.map { isOwn($0.path) } == true ? trust.removeFirst() : nil, grants: Array(own))
      }
    }
  }

  package func record(_ trust: TrustRecord, grants: [Grant]) throws(Failure) {
    try changing(.journal, .synced) { database throws(Failure) in
      try database.run(
        "REPLACE INTO trust VALUES(?,?,?,?)", trust.path, trust.source, TrustedFileCoding.encode(trust.files),
        trust.recordedAt)
      try database.add(grants)
    }
  }

  package func record(_ grants: [Grant]) throws(Failure) {
    try changing(.journal, .synced) { database throws(Failure) in try database.add(grants) }
  }

  package func removeTrust(of path: String) throws(Failure) -> Bool {
    let current = try standing(of: path)
    if current.trust == nil, current.grants.allSatisfy(\.isDenial) { return false }
    return try changing(.journal, .synced) { database throws(Failure) in
      try database.run("DELETE FROM trust WHERE path=?", path)
      let removed = database.changes
      try database.run("DELETE FROM grants WHERE path=? AND source NOT LIKE '!%'", path)
      return removed + database.changes > 0
    }
  }

  package func removeGrants(_ selection: GrantSelection) throws(Failure) -> Int {
    guard try !standing(of: selection.path).grants.isEmpty else { return 0 }
    return try changing(.journal, .synced) { database throws(Failure) in
      let chosen = try database.standing(of: selection.path).grants.filter(selection.includes)
      for grant in chosen {
        try database.run(
          "DELETE FROM grants WHERE path=? AND capability=? AND source=?", grant.path, grant.capability,
          grant.storedSource)
      }
      return chosen.count
    }
  }
}

extension Database {
  fileprivate func standing(of path: String) throws(Failure) -> Standing {
    let trust = try row("SELECT path,source,files,at FROM trust WHERE path=?", path) { row throws(Failure) in
      try TrustRecord(row: row, in: self)
    }
    let grants = try rows("SELECT path,capability,source,at FROM grants WHERE path=?", path) {
      Grant(row: $0)
    }
    return Standing(trust: trust, grants: grants)
  }

  /// Within a transaction of the caller's.
  fileprivate func add(_ grants: [Grant]) throws(Failure) {
    for grant in grants {
      let limits = GrantLimits.text(grant)
      if let limits {
        try run(
          "REPLACE INTO grants VALUES(?,?,?,?)", grant.path, grant.capability, grant.storedSource, limits)
      } else {
        try run(
          "REPLACE INTO grants VALUES(?,?,?,?)", grant.path, grant.capability, grant.storedSource,
          grant.recordedAt)
      }
    }
  }

  /// Counts one use of each grant down; fails, and so undoes the transaction of the caller's, when one has none
  /// left, has ended, or is no longer there.
  func redeem(_ start: RunStart) throws(Failure) {
    let known = try standing(of: start.path).grants
    for grant in start.redeems {
      guard var current = known.first(where: { !$0.isDenial && $0.isAbout(grant.capability, grant.source) }),
        !current.hasExpired(at: start.at), current.usesLeft != 0
      else { throw start.usedUp }
      current.usesLeft? -= 1
      try add([current])
    }
  }
}

extension Grant {
  /// The source as its column has it, with `!` before that of a denial: so both kinds stand side by side.
  fileprivate var storedSource: String { isDenial ? "!" + source.text : source.text }

  /// Reads a row of the table, its columns in the order of the schema.
  fileprivate init(row: borrowing Statement) {
    let source: String = row[2]
    let isDenial = source.utf8.first == UInt8(ascii: "!")
    self.init(
      path: row[0], capability: row[1],
      source: RunSource(stored: isDenial ? String(decoding: source.utf8.dropFirst(), as: UTF8.self) : source),
      recordedAt: row[3], isDenial: isDenial)
    if row.isText(3) { GrantLimits.read(row[3], into: &self) }
  }
}

extension TrustRecord {
  /// Reads a row of the table, its columns in the order of the schema.
  fileprivate init(row: borrowing Statement, in database: Database) throws(Failure) {
    guard let files = TrustedFileCoding.decode(row[2]) else { throw StoreFailure.damaged(database.path) }
    self.init(path: row[0], source: row[1], files: files, recordedAt: row[3])
  }
}

extension RunSource {
  /// Reads what `text` wrote; a name that no source has is a client of that name.
  init(stored text: String) {
    let prefix = "mcp:"
    self =
      RunSource(text: text)
      ?? .client(
        text.utf8.starts(with: prefix.utf8)
          ? String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : text)
  }
}

/// When a grant was recorded and its limits, as one column has them: a column more costs every run about 5,000
/// instructions. Without limits it is the moment as a number; with them a text, such as `1796031000000000,,2`: the
/// moment, that of the end, and the uses left, the latter two perhaps absent; then `,a` when the person proved who
/// they are.
private enum GrantLimits {
  static func text(_ grant: Grant) -> String? {
    if grant.expiresAt == nil, grant.usesLeft == nil, !grant.isAuthenticated { return nil }
    let end = grant.expiresAt.map { String($0.microseconds) } ?? ""
    let uses = grant.usesLeft.map { String($0) } ?? ""
    return "\(grant.recordedAt.microseconds),\(end),\(uses)\(grant.isAuthenticated ? ",a" : "")"
  }

  /// What cannot be read allows nothing.
  static func read(_ text: String, into grant: inout Grant) {
    let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let numbers = parts.map { Int(Substring($0)) }
    guard parts.count == 3 || parts.count == 4 && parts[3].elementsEqual("a".utf8), let at = numbers[0],
      numbers[1] != nil || parts[1].isEmpty, numbers[2] != nil || parts[2].isEmpty
    else {
      if !grant.isDenial { grant.usesLeft = 0 }
      return
    }
    grant.recordedAt = WallTime(microseconds: at)
    grant.expiresAt = numbers[1].map { WallTime(microseconds: $0) }
    grant.usesLeft = numbers[2]
    grant.isAuthenticated = parts.count == 4
  }
}

/// Trusted files as bytes: for each the name, the path and the contents, each after its length (a
/// little-endian 32-bit number); a length of all ones stands for no contents. Where a link led follows its path
/// after a NUL.
private enum TrustedFileCoding {
  private static let absent = UInt32.max

  static func encode(_ files: [TrustedFile]) -> [UInt8] {
    var bytes: [UInt8] = []
    for file in files {
      append(Array(file.name.utf8), to: &bytes)
      append(Array(file.path.utf8) + (file.target.map { [0] + Array($0.utf8) } ?? []), to: &bytes)
      append(file.contents, to: &bytes)
    }
    return bytes
  }

  /// `nil` for bytes that `encode` cannot have made.
  static func decode(_ bytes: [UInt8]) -> [TrustedFile]? {
    var rest = bytes[...]
    var files: [TrustedFile] = []
    while !rest.isEmpty {
      guard let name = piece(&rest), let name, let path = piece(&rest), let path, let contents = piece(&rest)
      else { return nil }
      let parts = path.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
      var file = TrustedFile(
        name: String(decoding: name, as: UTF8.self), path: String(decoding: parts[0], as: UTF8.self),
        contents: contents.map(Array.init))
      if parts.count > 1 { file.target = String(decoding: parts[1], as: UTF8.self) }
      files.append(file)
    }
    return files
  }

  private static func append(_ piece: [UInt8]?, to bytes: inout [UInt8]) {
    let count = piece.map { UInt32($0.count) } ?? absent
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: count >> UInt32(shift))) }
    if let piece { bytes += piece }
  }

  /// The next piece, itself `nil` where it stands for nothing; `nil` when the bytes end too early.
  private static func piece(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>?? {
    guard rest.count >= 4 else { return nil }
    let count = rest.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    rest = rest.dropFirst(4)
    if count == absent { return .some(nil) }
    guard rest.count >= Int(count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return .some(rest.prefix(Int(count)))
  }
}
