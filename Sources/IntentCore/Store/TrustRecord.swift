/// The bytes that a person allowed: a definition by its path, and the files that go with it.
package struct TrustRecord: Sendable, Equatable {
  package var path: String
  /// Whose runs of these bytes are meant.
  package var who: Who
  package var source: [UInt8]
  package var files: [TrustedFile]
  package var recordedAt: WallTime

  package init(
    path: String, who: Who = .here, source: [UInt8], files: [TrustedFile], recordedAt: WallTime
  ) {
    (self.path, self.who, self.source, self.files, self.recordedAt) = (path, who, source, files, recordedAt)
  }

  /// The same bytes, for somebody else.
  package func allowed(for who: Who) -> TrustRecord {
    var copy = self
    copy.who = who
    return copy
  }
}

/// A file that a definition names, looked up once when the definition was allowed.
package struct TrustedFile: Sendable, Equatable {
  /// The name as the definition has it, such as `rsync` or `./sync.sh`.
  package var name: String
  /// The absolute path that it stood for.
  package var path: String
  /// The bytes at that time; `nil` for a file that only root can change.
  package var contents: [UInt8]?
  /// Where the path led, when others than root could lead it elsewhere but root alone can change what is there.
  package var target: String?

  package init(name: String, path: String, contents: [UInt8]?, target: String? = nil) {
    (self.name, self.path, self.contents, self.target) = (name, path, contents, target)
  }

  /// What a catalog said for the texts of the definition, which no program has for a name.
  package init(wording: String, in catalog: String) {
    self.init(name: "", path: catalog, contents: nil, target: wording)
  }

  /// The texts that a catalog had for the definition; `nil` for a file.
  package var wording: String? { name.utf8.isEmpty ? target : nil }

  /// Whether root alone can change what the path leads to.
  package var isRoots: Bool { contents == nil && target == nil }
}

/// A permission, or its denial: one definition may, or may not, use one capability in somebody's runs.
package struct Grant: Sendable, Equatable {
  package var path: String
  /// The capability's text form.
  package var capability: String
  package var who: Who
  /// The one source that an earlier version allowed or denied it for; `nil` for all of `who`.
  package var only: RunSource?
  package var recordedAt: WallTime
  /// Whether it forbids, which beats every word that allows.
  package var isDenial: Bool
  /// The moment from which it says nothing more; `nil` for good.
  package var expiresAt: WallTime?
  /// How many runs it still allows; `nil` for any number.
  package var usesLeft: Int?
  /// Whether the person proved who they are when it was recorded.
  package var isAuthenticated: Bool

  package init(
    path: String, capability: String, who: Who, only: RunSource? = nil, recordedAt: WallTime,
    isDenial: Bool = false, expiresAt: WallTime? = nil, usesLeft: Int? = nil, isAuthenticated: Bool = false
  ) {
    (self.path, self.capability, self.who, self.only) = (path, capability, who, only)
    (self.recordedAt, self.isDenial, self.expiresAt) = (recordedAt, isDenial, expiresAt)
    (self.usesLeft, self.isAuthenticated) = (usesLeft, isAuthenticated)
  }

  /// Whether both speak of the same thing, byte for byte.
  package func isAbout(_ capability: String) -> Bool {
    self.capability.utf8.elementsEqual(capability.utf8)
  }

  /// Whether a new word takes this one's place.
  package func isReplaced(by new: Grant) -> Bool {
    new.isAbout(capability) && new.who == who && new.isDenial == isDenial
      && (new.only == nil || new.only == only)
  }

  /// Whether it is about runs that were entered so.
  package func isAbout(_ source: RunSource) -> Bool { source.who == who && (only ?? source) == source }

  package func hasExpired(at now: WallTime) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

/// All that a person said about one definition and somebody's runs of it.
package struct Standing: Sendable, Equatable {
  package var trust: TrustRecord?
  package var grants: [Grant]

  package init(trust: TrustRecord? = nil, grants: [Grant] = []) {
    (self.trust, self.grants) = (trust, grants)
  }

  package var path: String? { trust?.path ?? grants.first?.path }
  package var who: Who? { trust?.who ?? grants.first?.who }
  package var permissions: [Grant] { grants.filter { !$0.isDenial } }
}

/// What is to be taken back of what was said about a definition.
package struct GrantSelection: Sendable, Equatable {
  package var path: String
  /// Only this capability, byte for byte; `nil` for every one.
  package var capability: String?
  /// Only theirs; empty for everybody's.
  package var whos: [Who]

  package init(path: String, capability: String? = nil, whos: [Who] = []) {
    (self.path, self.capability, self.whos) = (path, capability, whos)
  }

  package func includes(_ who: Who) -> Bool { whos.isEmpty || whos.contains(who) }

  package func includes(_ grant: Grant) -> Bool {
    grant.path.utf8.elementsEqual(path.utf8) && (capability.map(grant.isAbout) ?? true) && includes(grant.who)
  }
}
