package import IntentCore

/// Adds to a string catalog what it does not have, and leaves the rest of its text as it is.
package enum CatalogMerge {
  /// The entries of a definition that may come along: none that another definition shows too, and no text in the source
  /// language, which the definition's own words are.
  package static func entries(
    of definition: IntentDefinition, in strings: StringCatalog, beside others: [IntentDefinition]
  ) -> [(key: String, value: Value)] {
    let taken = Set(others.flatMap { $0.translatableTexts(in: strings) }.map { Array($0.key.utf8) })
    return strings.entries(for: definition).compactMap { entry in
      guard !taken.contains(Array(entry.key.utf8)), case .object(let own) = entry.member.node.value else {
        return nil
      }
      var members = own.members
      guard let place = members.firstIndex(where: { $0.key.utf8.elementsEqual("localizations".utf8) }) else {
        return (entry.key, entry.member.node.value)
      }
      guard case .object(let localizations) = members[place].value else { return nil }
      let kept = localizations.members.filter { LanguageTag($0.key) != strings.sourceLanguage }
      if kept.isEmpty { return nil }
      members[place].value = .object(ValueObject(uniqueMembers: kept.map { ($0.key, $0.value) }))
      return (entry.key, .object(ValueObject(uniqueMembers: members.map { ($0.key, $0.value) })))
    }
  }

  /// The text of the catalog with new entries; `nil` when there are none.
  ///
  /// - Parameter old: The catalog's own text, `nil` where there is none yet. Fails when it is no catalog.
  package static func adding(
    _ entries: [(key: String, value: Value)], in language: LanguageTag, to old: [UInt8]?, file: String
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
      let value = entry.value.laidOut().utf8.split(
        separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let lines = value.map { String(Substring($0)) }.joined(separator: "\n    ")
      return "\n    \(Value.string(entry.key).json()): \(lines)"
    }.joined(separator: ",")
    return Array(old[..<place]) + Array((last == nil ? "\(text)\n  " : ",\(text)").utf8)
      + Array(old[place...])
  }
}
