internal import IntentCore

/// Puts the translation of a text with placeholders in its place.
struct TemplateTranslation {
  /// Why a translation cannot stand for its source.
  enum Problem: Error {
    /// It names what the source does not.
    case unknown(String)
    /// It leaves out what the source names.
    case missing(String)
  }

  let catalog: StringCatalog
  let language: LanguageTag

  /// The text in the language; the source where there is no translation, or one that does not fit.
  func translated(_ source: Template, key: String) -> Template {
    guard let text = catalog.entry(key)?.text(in: language, source: catalog.sourceLanguage) else {
      return source
    }
    return (try? Self.template(text, for: source.references)) ?? source
  }

  /// A text of a catalog as a template whose placeholders are those of its source.
  static func template(_ text: CatalogText, for references: [Template.Reference]) throws(Problem) -> Template
  {
    let pieces = TextPieces(of: text, style: .template(references.map(\.text))).pieces
    let writer = SegmentWriter(references: references, rules: PluralRules(text.language))
    let segments = try writer.segments(pieces)
    if let missing = references.first(where: { !writer.covers($0, segments) }) {
      throw .missing(missing.text)
    }
    if segments.isEmpty { return .literal("") }
    if segments.count == 1, case .literal(let text) = segments[0] { return .literal(.string(text)) }
    return .text(segments)
  }
}

/// Makes segments of pieces with the references that the source has.
private struct SegmentWriter {
  let references: [Template.Reference]
  let rules: PluralRules

  func segments(_ pieces: [TextPiece]) throws(TemplateTranslation.Problem) -> [Template.Segment] {
    var segments: [Template.Segment] = []
    for piece in pieces {
      switch piece {
      case .literal(let text): segments.append(.literal(text))
      case .conversion(_, _, let written): segments.append(.literal(written))
      case .placeholder(let name): segments.append(.reference(try reference(name)))
      case .plural(let chooser, let forms):
        var read: [(category: PluralCategory, form: [Template.Segment])] = []
        for form in forms { read.append((form.category, try self.segments(form.form))) }
        segments.append(
          .plural(Template.PluralSegment(numbers: try numbers(chooser), rules: rules, forms: read)))
      }
    }
    return segments
  }

  private func reference(_ name: String) throws(TemplateTranslation.Problem) -> Template.Reference {
    guard let reference = references.first(where: { $0.text.utf8.elementsEqual(name.utf8) }) else {
      throw .unknown(name)
    }
    return reference
  }

  private func numbers(_ chooser: PluralChooser) throws(TemplateTranslation.Problem) -> [Template.Reference] {
    switch chooser {
    case .firstNumber: references
    case .name(let name): [try reference(name)]
    case .place(let place): references.indices.contains(place) ? [references[place]] : []
    }
  }

  /// Whether the text says what the reference stands for; a plural form need not write its number.
  func covers(_ reference: Template.Reference, _ segments: [Template.Segment]) -> Bool {
    segments.contains { segment in
      switch segment {
      case .literal: false
      case .reference(let own): own == reference
      case .plural(let plural):
        plural.numbers == [reference] || plural.forms.contains { covers(reference, $0.form) }
      }
    }
  }
}

extension Template {
  /// The text as a definition writes it, which is its key in a catalog; `nil` for what is no text.
  var sourceText: String? {
    switch self {
    case .literal(.string(let text)): text
    case .text(let segments):
      segments.reduce(into: "") { text, segment in
        switch segment {
        case .literal(let part): text += Self.escaped(part)
        case .reference(let reference): text += "${\(reference.text)}"
        case .plural: break
        }
      }
    default: nil
    }
  }

  /// A literal `${` is written with one more `$`.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    for (index, byte) in source.enumerated() {
      let opens =
        byte == UInt8(ascii: "$") && index + 1 < source.count && source[index + 1] == UInt8(ascii: "{")
      if opens { bytes.append(byte) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
