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
    self.path = path
    self.capability = capability
    self.sources = sources
    self.denialsOnly = denialsOnly
  }

  package func includes(_ grant: Grant) -> Bool {
    grant.path.utf8.elementsEqual(path.utf8)
      && (capability.map { grant.capability.utf8.elementsEqual($0.utf8) } ?? true)
      && (sources.isEmpty || sources.contains(grant.source)) && (grant.isDenial || !denialsOnly)
  }
}
