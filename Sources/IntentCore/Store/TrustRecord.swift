/// A definition that the user trusts: its path, its exact bytes, and the files that go with it.
package struct TrustRecord: Sendable, Equatable {
  package var path: String
  package var source: [UInt8]
  package var files: [TrustedFile]
  package var recordedAt: WallTime

  package init(path: String, source: [UInt8], files: [TrustedFile], recordedAt: WallTime) {
    (self.path, self.source, self.files, self.recordedAt) = (path, source, files, recordedAt)
  }
}

/// A file that a definition names, looked up once when the definition was trusted.
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

/// The user's word that one definition may, or may not, use one capability when entered from one source.
package struct Grant: Sendable, Equatable {
  package var path: String
  /// The capability's text form.
  package var capability: String
  package var source: RunSource
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
    path: String, capability: String, source: RunSource, recordedAt: WallTime, isDenial: Bool = false,
    expiresAt: WallTime? = nil, usesLeft: Int? = nil, isAuthenticated: Bool = false
  ) {
    (self.path, self.capability, self.source) = (path, capability, source)
    (self.recordedAt, self.isDenial, self.expiresAt) = (recordedAt, isDenial, expiresAt)
    (self.usesLeft, self.isAuthenticated) = (usesLeft, isAuthenticated)
  }

  /// Whether both speak of the same thing from the same place, byte for byte.
  package func isAbout(_ capability: String, _ source: RunSource) -> Bool {
    self.source == source && self.capability.utf8.elementsEqual(capability.utf8)
  }

  package func hasExpired(at now: WallTime) -> Bool { expiresAt.map { $0 <= now } ?? false }
}

/// All that is recorded about one definition.
package struct Standing: Sendable, Equatable {
  package var trust: TrustRecord?
  package var grants: [Grant]

  package init(trust: TrustRecord? = nil, grants: [Grant] = []) {
    (self.trust, self.grants) = (trust, grants)
  }
}

/// Which grants and denials of a definition are meant.
package struct GrantSelection: Sendable, Equatable {
  package var path: String
  /// Only this capability, byte for byte; `nil` for every one.
  package var capability: String?
  /// Only these sources; empty for every one.
  package var sources: [RunSource]
  package var denialsOnly: Bool

  package init(path: String, capability: String? = nil, sources: [RunSource] = [], denialsOnly: Bool = false)
  {
    (self.path, self.capability) = (path, capability)
    (self.sources, self.denialsOnly) = (sources, denialsOnly)
  }

  package func includes(_ grant: Grant) -> Bool {
    grant.path.utf8.elementsEqual(path.utf8)
      && (capability.map { grant.capability.utf8.elementsEqual($0.utf8) } ?? true)
      && (sources.isEmpty || sources.contains(grant.source)) && (grant.isDenial || !denialsOnly)
  }
}
