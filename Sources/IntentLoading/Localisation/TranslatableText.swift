internal import IntentCore
package import JSON
internal import JSONSchema
internal import StringCatalogs

/// A text of a definition that a catalog may translate, with the placeholders that stand in it.
struct TranslatableText {
  var key: String
  var references: [Template.Reference] = []
}

extension IntentDefinition {
  /// The texts that people see. Titles of enumerated values count only where the catalog has their key.
  func translatableTexts(in catalog: StringCatalog) -> [TranslatableText] {
    var texts = [TranslatableText(key: title)]
    let add: (inout [TranslatableText], String?) -> Void = { texts, key in
      if let key, !key.utf8.isEmpty { texts.append(TranslatableText(key: key)) }
    }
    add(&texts, description)
    add(&texts, category)
    for phrase in phrases { texts.append(TranslatableText(key: phrase, references: references(in: phrase))) }
    for parameter in parameters {
      add(&texts, parameter.title)
      add(&texts, parameter.description)
      add(&texts, parameter.prompt)
      if case .list(let choices)? = parameter.choices { for choice in choices { add(&texts, choice.title) } }
      for value in parameter.schema.enumeratedValues ?? [] {
        let key = value.plainText.map(parameter.titleKey)
        if let key, catalog.entry(key) != nil { add(&texts, key) }
      }
    }
    let templates =
      [summary, confirm, result.dialog, result.snippet] + with.filter { isShown($0.key) }.map(\.value)
    for template in templates { template?.collect(&texts) }
    for template in workflow?.shownTexts ?? [] { template.collect(&texts) }
    return texts
  }

  /// Phrases are kept as text; `${applicationName}` may stand in them too.
  private func references(in phrase: String) -> [Template.Reference] {
    var scanner = PlaceholderScanner(phrase)
    var references: [Template.Reference] = []
    while let piece = scanner.next() {
      guard case .placeholder(let start, let end) = piece else { continue }
      let name = String(decoding: scanner.bytes[(start + 2)..<(end - 1)], as: UTF8.self)
      references.append(.parameter(name, path: []))
    }
    return references
  }
}

extension Template {
  fileprivate func collect(_ texts: inout [TranslatableText]) {
    switch self {
    case .array(let items): for item in items { item.collect(&texts) }
    case .object(let members): for member in members { member.value.collect(&texts) }
    default:
      if let key = sourceText, !key.utf8.isEmpty {
        texts.append(TranslatableText(key: key, references: references))
      }
    }
  }
}

extension JSONDocument {
  /// Where a text first stands as a value.
  package func location(ofText text: String) -> SourceLocation? {
    root.span(ofText: text).map { location(of: $0) }
  }
}

extension JSONNode {
  fileprivate func span(ofText text: String) -> JSONSpan? {
    switch kind {
    case .string(let own): own.utf8.elementsEqual(text.utf8) ? span : nil
    case .array(let items): items.lazy.compactMap { $0.span(ofText: text) }.first
    case .object(let members): members.lazy.compactMap { $0.node.span(ofText: text) }.first
    default: nil
    }
  }
}
