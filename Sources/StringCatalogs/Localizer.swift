package import JSON

/// Says what the program says in the language of the caller; the English text is the key.
///
/// In English no catalog is read.
package struct Localizer: Sendable {
  package let language: LanguageTag
  private let catalogs: [@Sendable () -> StringCatalog?]

  package static let english = Localizer(.english)

  /// - Parameter catalogs: Where translations are looked for, in this order; each is asked for every text that
  ///   those before it do not have, and remembers its answer.
  package init(_ language: LanguageTag, _ catalogs: (@Sendable () -> StringCatalog?)...) {
    (self.language, self.catalogs) = (language, catalogs)
  }

  package func callAsFunction(_ source: String) -> String {
    if language.isEnglish { return source }
    return self(source, [:])
  }

  /// The text with `${name}` replaced; a plural form goes by the first number among the arguments.
  package func callAsFunction(_ source: String, _ arguments: ValueObject) -> String {
    guard !language.isEnglish, let text = translation(source) else { return Self.fill(source, arguments) }
    let pieces = TextPieces(of: text, style: .template(arguments.keys)).pieces
    return PieceWriter(rules: PluralRules(text.language), named: arguments).text(pieces)
  }

  /// The translation as it stands in the catalog, `nil` where the source text is what counts.
  package func unit(_ source: String) -> String? {
    guard !language.isEnglish, case .unit(let text)? = translation(source)?.content else { return nil }
    return text
  }

  private func translation(_ source: String) -> CatalogText? {
    for catalog in catalogs {
      guard let catalog = catalog(), let entry = catalog.entry(source) else { continue }
      if let text = entry.text(in: language, source: catalog.sourceLanguage) { return text }
    }
    return nil
  }

  private static func fill(_ template: String, _ arguments: ValueObject) -> String {
    var text = ""
    var rest = template[...]
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "$")) {
      let next = rest.utf8.index(after: start)
      guard next < rest.endIndex, rest.utf8[next] == UInt8(ascii: "{"),
        let end = rest.utf8[next...].firstIndex(of: UInt8(ascii: "}"))
      else {
        text += rest[..<next]
        rest = rest[next...]
        continue
      }
      text += rest[..<start]
      let name = rest.utf8[next..<end].dropFirst()
      text += arguments.members.first { $0.key.utf8.elementsEqual(name) }?.value.plainText ?? ""
      rest = rest[rest.utf8.index(after: end)...]
    }
    return text + rest
  }
}
