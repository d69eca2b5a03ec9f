package import IntentCore

/// A definition as it is passed on: alone, or as one JSON document with its id and its strings.
///
/// ```json
/// { "runintent": 1, "id": "hello", "definition": { … }, "strings": { "sourceLanguage": "en", "strings": { … } } }
/// ```
package struct SharedDefinition: Sendable {
  fileprivate static let version = 1

  /// The id that it had; `nil` for a definition alone.
  package private(set) var id: String?
  /// The exact text of the definition.
  package private(set) var bytes: [UInt8]
  /// The same text where it stands in the document, so that faults have their places.
  package private(set) var placed: [UInt8]
  package private(set) var strings: StringCatalog?

  /// Fails with what is wrong with the JSON, and with what the document lacks or holds besides.
  package init(reading bytes: [UInt8], file: String) throws(Failure) {
    let document = try JSONDocument(bytes: bytes, file: file, limits: .data)
    self.bytes = bytes
    placed = bytes
    guard document.root["runintent"] != nil, case .object = document.root.kind else { return }
    var log = ReadingLog(document: document)
    var keys = SharedDefinitionKeys()
    keys.readDocument(&log)
    log.require(SharedDefinitionKeys.required)
    guard log.errors.isEmpty, let definition = keys.definition else { throw log.failure }
    id = keys.id
    placed = Self.isolated(definition.span, in: bytes)
    self.bytes = Array(bytes[definition.span.start..<definition.span.end]) + [UInt8(ascii: "\n")]
    if let catalog = keys.strings {
      strings = try StringCatalog(bytes: Self.isolated(catalog.span, in: bytes), file: file)
    }
  }

  /// A part of the text with blanks in the place of what goes before it.
  private static func isolated(_ span: JSONSpan, in bytes: [UInt8]) -> [UInt8] {
    var part = bytes[..<span.start].map { $0 == 0x0A ? $0 : 0x20 }
    part += bytes[span.start..<span.end]
    return part
  }

  /// The document in which a definition is passed on, with its own text as it is.
  package static func document(of definition: IntentDefinition, strings: StringCatalog?) -> [UInt8] {
    let id = Value.string(definition.id).json()
    var bytes = Array("{\n  \"runintent\": \(version),\n  \"id\": \(id),\n  \"definition\": ".utf8)
    bytes += definition.source.withoutOuterBlanks
    if let strings, let catalog = strings.part(for: definition) {
      bytes += ",\n  \"strings\": ".utf8
      for byte in catalog.laidOut().utf8 {
        bytes.append(byte)
        if byte == UInt8(ascii: "\n") { bytes += "  ".utf8 }
      }
    }
    bytes += "\n}\n".utf8
    return bytes
  }
}

/// The keys of the document in which a definition is passed on; it has no printed schema.
private struct SharedDefinitionKeys: KeyedObject {
  static let required = ["id", "definition"]

  private(set) var id: String?
  private(set) var definition: JSONNode?
  private(set) var strings: JSONNode?

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("runintent", "", "", [:]) {
      let latest = SharedDefinition.version
      if let version = $2.count($1, minimum: latest), version > latest {
        $2.error(
          .definitionRange, ["key": .text($1.key), "value": .integer(version), "maximum": .integer(latest)],
          at: $1.node.span)
      }
    }
    row("id", "", "", [:]) { $0.id = $2.filledText($1) }
    row("definition", "", "", [:]) { if !$2.members($1).isEmpty { $0.definition = $1.node } }
    row("strings", "", "", [:]) { keys, member, _ in keys.strings = member.node }
  }
}

extension StringCatalog {
  /// A catalog of what a definition says; `nil` when it has none of that.
  func part(for definition: IntentDefinition) -> Value? {
    let entries = entries(for: definition)
    return entries.isEmpty
      ? nil : Self.value(of: entries.map { ($0.key, $0.member.node.value) }, in: sourceLanguage)
  }

  /// A catalog of entries.
  static func value(of entries: [(key: String, value: Value)], in language: LanguageTag) -> Value {
    let strings = ValueObject(uniqueMembers: entries.map { ($0.key, $0.value) })
    return .object(["sourceLanguage": .string(language.text), "strings": .object(strings), "version": "1.0"])
  }

  /// All that the catalog says for a definition in its own words, an entry each line.
  package func wording(of definition: IntentDefinition) -> String {
    entries(for: definition).map { "\(Value.string($0.key).json()): \($0.member.node.value.json())" }
      .joined(separator: "\n")
  }

  /// The entries of what a definition says, each once.
  package func entries(for definition: IntentDefinition) -> [CatalogEntry] {
    var entries: [CatalogEntry] = []
    for text in definition.translatableTexts(in: self) {
      guard let entry = entry(text.key),
        !entries.contains(where: { $0.key.utf8.elementsEqual(entry.key.utf8) })
      else { continue }
      entries.append(entry)
    }
    return entries
  }
}

extension [UInt8] {
  fileprivate var withoutOuterBlanks: ArraySlice<UInt8> {
    let filled = indices.filter { !" \t\n\r".utf8.contains(self[$0]) }
    return filled.first.map { self[$0...filled[filled.count - 1]] } ?? []
  }
}
