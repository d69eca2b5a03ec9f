package import IntentCore

/// Adds to a string catalog what it does not have, and leaves the rest of its text as it is.
package enum CatalogMerge {
  /// The text of the catalog with new entries; `nil` when there are none.
  ///
  /// - Parameter old: The catalog's own text, `nil` where there is none yet. Fails when it is no catalog.
  package static func adding(
    _ entries: [CatalogEntry], in language: LanguageTag, to old: [UInt8]?, file: String
  ) throws(Failure) -> [UInt8]? {
    guard let old else {
      if entries.isEmpty { return nil }
      return Array("\(StringCatalog.value(of: entries, in: language).laidOut())\n".utf8)
    }
    let catalog = try StringCatalog(bytes: old, file: file)
    let new = entries.filter { catalog.entry($0.key) == nil }
    guard !new.isEmpty, let strings = catalog.document.root["strings"] else { return nil }
    let last = catalog.entries.last?.member.node.span
    let place = last?.end ?? strings.span.start + 1
    let text = new.map { entry in
      let value = entry.member.node.value.laidOut().utf8.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let lines = value.map { String(Substring($0)) }.joined(separator: "\n    ")
      return "\n    \(Value.string(entry.key).json()): \(lines)"
    }.joined(separator: ",")
    return Array(old[..<place]) + Array((last == nil ? "\(text)\n  " : ",\(text)").utf8)
      + Array(old[place...])
  }
}
