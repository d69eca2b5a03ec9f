internal import IntentCore

/// The words of a store of version 6 or earlier: trust in a definition's bytes, whoever ran them, and grants to sources.
extension Database {
  /// Moves them into the one table. Nothing is allowed that was not: bytes alone allow nothing, and what was granted to
  /// one of the sources of `unattended` stays with that one.
  func moveEarlierWords() throws(Failure) {
    try execute(StoreSchema.words)
    let earlier = try rows("SELECT path,capability,source,at FROM grants") { Grant(earlier: $0) }
    let whos = earlier.map(\.who)
    let trusted = try rows("SELECT path,source,files,at FROM trust") { row throws(Failure) in
      guard let files = TrustedFileCoding.decode(row[2]) else { throw StoreFailure.damaged(self.path) }
      return TrustRecord(path: row[0], source: row[1], files: files, recordedAt: row[3])
    }
    for trust in trusted {
      for who in Who.common { try add(trust.allowed(for: who)) }
      for (who, grant) in zip(whos, earlier) where !Who.common.contains(who) {
        if grant.path.utf8.elementsEqual(trust.path.utf8) { try add(trust.allowed(for: who)) }
      }
    }
    try add(Self.joined(earlier))
    try execute("DROP TABLE trust; DROP TABLE grants")
  }

  /// One for all sources of `who` where each of them has the same word with the same limits.
  private static func joined(_ grants: [Grant]) -> [Grant] {
    var joined: [Grant] = []
    for grant in grants {
      var wide = grant
      wide.only = nil
      let isWhole = grant.who.sources.allSatisfy { source in
        grants.contains { other in
          var same = other
          (same.only, same.recordedAt) = (nil, wide.recordedAt)
          return other.isAbout(source) && same == wide && other.path.utf8.elementsEqual(grant.path.utf8)
            && other.isAbout(grant.capability)
        }
      }
      if !isWhole {
        joined.append(grant)
      } else if !joined.contains(where: {
        $0.path.utf8.elementsEqual(wide.path.utf8) && grant.isReplaced(by: $0)
      }) {
        joined.append(wide)
      }
    }
    return joined
  }
}

extension Grant {
  /// Reads a row of the earlier table: path, capability, source (after `!` for a denial), moment.
  fileprivate init(earlier row: borrowing Statement) {
    let text: String = row[2]
    let isDenial = text.utf8.first == UInt8(ascii: "!")
    let source = RunSource(stored: isDenial ? String(Substring(text.utf8.dropFirst())) : text)
    let who = source.who
    self.init(
      path: row[0], capability: row[1], who: who, only: who == .unattended ? source : nil, recordedAt: row[3],
      isDenial: isDenial)
    if row.isText(3) { GrantLimits.read(row[3], into: &self) }
  }
}
