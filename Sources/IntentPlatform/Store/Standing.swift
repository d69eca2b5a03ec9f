package import IntentCore

// One table has all that a person said. A row is about a definition's path and somebody's runs of it (`who`): without a
// permission it has the bytes that were allowed, else it allows, or denies, what the permission names.

extension SQLiteStore {
  package func standing(of path: String, for who: Who) throws(Failure) -> Standing {
    try reading(.journal, missing: Standing()) { database throws(Failure) in
      let rows = try database.rows(
        "SELECT permission,at,source,files FROM words WHERE path=? AND who=?", path, who.stored
      ) { row throws(Failure) in try Word(row: row, path, who, in: database) }
      return Standing(words: rows)
    }
  }

  package func standings(of path: String?) throws(Failure) -> [Standing] {
    try reading(.journal, missing: []) { database throws(Failure) in
      let rows = try database.rows(
        "SELECT permission,at,source,files,path,who FROM words WHERE ?1 IS NULL OR path=?1", path
      ) { row throws(Failure) in try Word(row: row, row[4], Who(stored: row[5]), in: database) }
      var standings: [Standing] = []
      var rest = rows[...]
      while let first = rest.first {
        let own = rest.prefix { $0.who == first.who && $0.path.utf8.elementsEqual(first.path.utf8) }
        standings.append(Standing(words: own))
        rest = rest.dropFirst(own.count)
      }
      return standings
    }
  }

  package func record(_ trust: TrustRecord, grants: [Grant]) throws(Failure) {
    try changing(.journal, .synced) { database throws(Failure) in
      try database.add(trust)
      try database.add(grants)
    }
  }

  package func record(_ grants: [Grant]) throws(Failure) {
    try changing(.journal, .synced) { database throws(Failure) in try database.add(grants) }
  }

  package func removeTrust(of path: String) throws(Failure) -> Bool {
    if try standings(of: path).allSatisfy({ $0.trust == nil && $0.permissions.isEmpty }) { return false }
    return try changing(.journal, .synced) { database throws(Failure) in
      try database.run("DELETE FROM words WHERE path=? AND permission NOT LIKE '!%'", path)
      return database.changes > 0
    }
  }

  package func removeGrants(_ selection: GrantSelection) throws(Failure) -> Int {
    if try standings(of: selection.path).isEmpty { return 0 }
    return try changing(.journal, .synced) { database throws(Failure) in
      let known: [(who: Who, grant: Grant?)] = try database.rows(
        "SELECT who,permission,at FROM words WHERE path=?", selection.path
      ) { row in
        let who = Who(stored: row[0])
        return (
          who, Grant(stored: row[1], selection.path, who, at: row[2], text: row.isText(2) ? row[2] : nil)
        )
      }
      let grants = known.compactMap(\.grant)
      var count = 0
      for grant in grants where selection.includes(grant) {
        try database.remove(grant)
        count += 1
      }
      for (who, grant) in known where grant == nil && selection.includes(who) {
        // Bytes without a permission go with the last one.
        let isUsed = grants.contains { $0.who == who && !$0.isDenial && !selection.includes($0) }
        if isUsed || selection.capability != nil && count == 0 { continue }
        try database.run(
          "DELETE FROM words WHERE path=? AND who=? AND permission=''", selection.path, who.stored)
        if !grants.contains(where: { $0.who == who && !$0.isDenial }) { count += 1 }
      }
      return count
    }
  }
}

/// One row of the table: bytes, or a permission.
private enum Word {
  case bytes(TrustRecord)
  case permission(Grant)

  /// Reads permission, moment, source and files.
  init(row: borrowing Statement, _ path: String, _ who: Who, in database: Database) throws(Failure) {
    let stored: String = row[0]
    if let grant = Grant(stored: stored, path, who, at: row[1], text: row.isText(1) ? row[1] : nil) {
      self = .permission(grant)
      return
    }
    guard let files = TrustedFileCoding.decode(row[3]) else { throw StoreFailure.damaged(database.path) }
    self = .bytes(TrustRecord(path: path, who: who, source: row[2], files: files, recordedAt: row[1]))
  }

  var path: String {
    switch self {
    case .bytes(let trust): trust.path
    case .permission(let grant): grant.path
    }
  }

  var who: Who {
    switch self {
    case .bytes(let trust): trust.who
    case .permission(let grant): grant.who
    }
  }
}

extension Standing {
  fileprivate init(words: some Sequence<Word>) {
    self.init()
    for word in words {
      switch word {
      case .bytes(let trust): self.trust = trust
      case .permission(let grant): grants.append(grant)
      }
    }
  }
}

extension Database {
  /// Within a transaction of the caller's, as all that writes words.
  func add(_ trust: TrustRecord) throws(Failure) {
    try run(
      "REPLACE INTO words VALUES(?,?,'',?,?,?)", trust.path, trust.who.stored, trust.recordedAt, trust.source,
      TrustedFileCoding.encode(trust.files))
  }

  func add(_ grants: [Grant]) throws(Failure) {
    for grant in grants {
      if grant.only == nil {
        // A word for all of them takes the place of those for one source.
        for source in grant.who.sources {
          var narrow = grant
          narrow.only = source
          try remove(narrow)
        }
      }
      let (path, who) = (grant.path, grant.who.stored)
      if let limits = GrantLimits.text(grant) {
        try run("REPLACE INTO words VALUES(?,?,?,?,NULL,NULL)", path, who, grant.stored, limits)
      } else {
        try run("REPLACE INTO words VALUES(?,?,?,?,NULL,NULL)", path, who, grant.stored, grant.recordedAt)
      }
    }
  }

  fileprivate func remove(_ grant: Grant) throws(Failure) {
    try run(
      "DELETE FROM words WHERE path=? AND who=? AND permission=?", grant.path, grant.who.stored, grant.stored)
  }

  /// Counts one use of each permission down; fails, and so undoes the transaction of the caller's, when one has none
  /// left, has ended, or is no longer there.
  func redeem(_ start: RunStart) throws(Failure) {
    for grant in start.redeems {
      let current = try row(
        "SELECT at FROM words WHERE path=? AND who=? AND permission=?", start.path, grant.who.stored,
        grant.stored
      ) { row in
        Grant(stored: grant.stored, start.path, grant.who, at: row[0], text: row.isText(0) ? row[0] : nil)
      }
      guard var current = current ?? nil, !current.hasExpired(at: start.at), current.usesLeft != 0 else {
        throw start.usedUp
      }
      current.usesLeft? -= 1
      try run(
        "UPDATE words SET at=? WHERE path=? AND who=? AND permission=?",
        GrantLimits.text(current) ?? String(current.recordedAt.microseconds), start.path, grant.who.stored,
        grant.stored)
    }
  }
}

extension Grant {
  /// The capability as its column has it: after `!` where it is denied, and after the one source that it is about.
  fileprivate var stored: String { (isDenial ? "!" : "") + (only.map { $0.text + " " } ?? "") + capability }

  /// Reads what `stored` wrote; `nil` for the row of the bytes.
  ///
  /// - Parameter text: The moment with limits, where there are any.
  fileprivate init?(stored: String, _ path: String, _ who: Who, at: WallTime, text: String?) {
    if stored.isEmpty { return nil }
    var rest = stored.utf8[...]
    let isDenial = rest.first == UInt8(ascii: "!")
    if isDenial { rest.removeFirst() }
    let only = who.sources.first { rest.starts(with: "\($0.text) ".utf8) }
    if let only { rest = rest.dropFirst(only.text.utf8.count + 1) }
    self.init(
      path: path, capability: String(Substring(rest)), who: who, only: only, recordedAt: at,
      isDenial: isDenial)
    if let text { GrantLimits.read(text, into: &self) }
  }
}

extension Who {
  fileprivate static let lead = "for:"

  /// As its column has it.
  var stored: String {
    if case .named(let name) = self { return Self.lead + name }
    return text
  }

  /// Reads what `stored` wrote.
  init(stored: String) {
    let isName = stored.utf8.starts(with: Self.lead.utf8)
    self =
      Who.common.first { $0.text == stored }
      ?? .named(isName ? String(Substring(stored.utf8.dropFirst(Self.lead.utf8.count))) : stored)
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

/// When a permission was recorded and its limits, as one column has them: a column more costs every run about 5,000
/// instructions. Without limits it is the moment as a number; with them a text, such as `1796031000000000,,2`: the
/// moment, that of the end, and the uses left, the latter two perhaps absent; then `,a` when the person proved who
/// they are.
enum GrantLimits {
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
enum TrustedFileCoding {
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
