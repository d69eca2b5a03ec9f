/// Says what the program says in the language of the caller; the English text is the key.
///
/// In English no catalog is read.
package struct Localizer: Sendable {
  package let language: LanguageTag
  private let catalog: @Sendable () -> StringCatalog?

  package static let english = Localizer(.english) { nil }

  /// - Parameter catalog: Gives the translations; it is asked for each text and should remember its answer.
  package init(_ language: LanguageTag, catalog: @escaping @Sendable () -> StringCatalog?) {
    self.language = language
    self.catalog = catalog
  }

  package func callAsFunction(_ source: String) -> String {
    if language.isEnglish { return source }
    return self(source, [:])
  }

  /// The text with `${name}` replaced; a plural form goes by the first number among the arguments.
  package func callAsFunction(_ source: String, _ arguments: ValueObject) -> String {
    if !language.isEnglish, let catalog = catalog(),
      let text = catalog.entry(source)?.text(in: language, source: catalog.sourceLanguage)
    {
      let pieces = TextPieces(of: text, style: .template(arguments.keys)).pieces
      return PieceWriter(rules: PluralRules(text.language), named: arguments).text(pieces)
    }
    return Self.fill(source, arguments)
  }

  /// The translation as it stands in the catalog, `nil` where the source text is what counts.
  package func unit(_ source: String) -> String? {
    if language.isEnglish { return nil }
    guard let catalog = catalog(),
      case .unit(let text)? = catalog.entry(source)?.text(in: language, source: catalog.sourceLanguage)?
        .content
    else { return nil }
    return text
  }

  private static func fill(_ template: String, _ arguments: ValueObject) -> String {
    var text = ""
    var rest = template[...]
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "$")),
      let end = rest.utf8[start...].firstIndex(of: UInt8(ascii: "}"))
    {
      text += rest[..<start]
      let name = rest.utf8[start..<end].dropFirst(2)
      text += arguments.members.first { $0.key.utf8.elementsEqual(name) }?.value.plainText ?? ""
      rest = rest[rest.utf8.index(after: end)...]
    }
    return text + rest
  }
}
