package import IntentCore

extension SQLiteStore {
  package func record(_ grants: [Grant]) throws(Failure) {
    try writing(.journal) { database throws(Failure) in
      try database.transaction(.synced) { () throws(Failure) in try database.add(grants) }
    }
  }

  package func removeGrants(_ selection: GrantSelection) throws(Failure) -> Int {
    guard try !standing(of: selection.path).grants.isEmpty else { return 0 }
    return try writing(.journal) { database throws(Failure) in
      try database.transaction(.synced) { () throws(Failure) in
        var reader = try StandingReader(database)
        let chosen = try reader.standing(of: selection.path).grants.filter(selection.includes)
        for grant in chosen {
          try database.run(
            "DELETE FROM grants WHERE path=? AND capability=? AND source=?", grant.path, grant.capability,
            grant.storedSource)
        }
        return chosen.count
      }
    }
  }
}

extension Database {
  /// Within a transaction of the caller's.
  func add(_ grants: [Grant]) throws(Failure) {
    var row = try prepare("REPLACE INTO grants VALUES(?,?,?,?)")
    for grant in grants {
      row.reset()
      try row.bind(grant.path, grant.capability, grant.storedSource)
      if let limits = GrantLimits.text(grant) {
        try row.bind(limits)
      } else {
        try row.bind(grant.recordedAt.microseconds)
      }
      try row.run()
    }
  }

  /// Counts one use of each grant down; fails, and so undoes the transaction of the caller's, when one has none
  /// left, has ended, or is no longer there.
  func redeem(_ start: RunStart) throws(Failure) {
    var reader = try StandingReader(self)
    let known = try reader.standing(of: start.path).grants
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
  var storedSource: String { isDenial ? "!" + source.text : source.text }

  init(path: String, capability: String, storedSource: String, recordedAt: WallTime) {
    let isDenial = storedSource.utf8.first == UInt8(ascii: "!")
    let source = isDenial ? String(decoding: storedSource.utf8.dropFirst(), as: UTF8.self) : storedSource
    self.init(
      path: path, capability: capability, source: RunSource(stored: source), recordedAt: recordedAt,
      isDenial: isDenial)
  }
}

/// When a grant was recorded and its limits, as one column has them: a column more costs every run about 5,000
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
