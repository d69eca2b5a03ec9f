package import IntentCore
internal import JSONSchema

/// A text of a definition that a catalog may translate, with the placeholders that stand in it.
typealias TranslatableText = (key: String, references: [Template.Reference])

/// What stands for the texts of a definition that people see.
private struct Rewording {
  var plain: (String) -> String
  var template: (_ template: Template, _ key: String) -> Template
  var phrase: (String) -> [String]
  /// By its key, the title of an enumerated value; `nil` where it has none.
  var valueTitle: (String) -> String?
}

extension IntentDefinition {
  /// The definition with the texts that people see in a language, as far as the catalog has them.
  package func localised(with catalog: StringCatalog, language: LanguageTag) -> IntentDefinition {
    let translation = TemplateTranslation(catalog: catalog, language: language)
    return reworded(
      Rewording(
        plain: { catalog.plain($0, language) ?? $0 }, template: translation.translated,
        phrase: { phrase in
          let set = catalog.stringSet(phrase, language: language)
          return set.isEmpty ? [phrase] : set
        }, valueTitle: { catalog.plain($0, language) }))
  }

  /// The texts that people see. Titles of enumerated values count only where the catalog has their key.
  func translatableTexts(in catalog: StringCatalog) -> [TranslatableText] {
    var texts: [TranslatableText] = []
    let add: (String, [Template.Reference]) -> Void = { key, references in
      if !key.utf8.isEmpty { texts.append((key, references)) }
    }
    _ = reworded(
      Rewording(
        plain: {
          add($0, [])
          return $0
        },
        template: {
          add($1, $0.references)
          return $0
        },
        phrase: {
          add($0, Self.references(in: $0))
          return [$0]
        },
        valueTitle: {
          if catalog.entry($0) != nil { add($0, []) }
          return nil
        }))
    return texts
  }

  private func reworded(_ words: Rewording) -> IntentDefinition {
    let template: (Template) -> Template = { $0.reworded(words.template) }
    var reworded = self
    reworded.title = words.plain(title)
    reworded.description = description.map(words.plain)
    reworded.category = category.map(words.plain)
    reworded.phrases = phrases.flatMap(words.phrase)
    for (index, parameter) in parameters.enumerated() {
      reworded.parameters[index].title = parameter.title.map(words.plain)
      reworded.parameters[index].description = parameter.description.map(words.plain)
      reworded.parameters[index].prompt = parameter.prompt.map(words.plain)
      reworded.parameters[index].choices = parameter.choices?.titled(words.plain)
      let values = (parameter.schema.enumeratedValues ?? []).compactMap(\.plainText)
      reworded.parameters[index].valueTitles = values.compactMap { value in
        words.valueTitle("\(parameter.name).\(value)").map { (value, $0) }
      }
    }
    reworded.summary = summary.map(template)
    reworded.confirm = confirm.map(template)
    reworded.result.dialog = result.dialog.map(template)
    reworded.result.snippet = result.snippet.map(template)
    for index in with.indices where isShown(with[index].key) {
      reworded.with[index].value = template(with[index].value)
    }
    reworded.workflow = workflow?.rewording(template)
    return reworded
  }

  /// Whether a field of `with` is text that the handler shows to people.
  private func isShown(_ field: String) -> Bool { shownFields.contains { $0.utf8.elementsEqual(field.utf8) } }

  /// Phrases are kept as text; `${applicationName}` may stand in them too.
  private static func references(in phrase: String) -> [Template.Reference] {
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

extension StringCatalog {
  /// The text of a key that has no placeholders.
  fileprivate func plain(_ key: String, _ language: LanguageTag) -> String? {
    guard case .unit(let text)? = entry(key)?.text(in: language, source: sourceLanguage)?.content,
      !text.utf8.isEmpty
    else { return nil }
    return text
  }
}

extension Template {
  /// The same with other texts, each by its key in a catalog.
  fileprivate func reworded(_ text: (Template, String) -> Template) -> Template {
    switch self {
    case .array(let items): .array(items.map { $0.reworded(text) })
    case .object(let members): .object(members.map { ($0.key, $0.value.reworded(text)) })
    default: sourceText.map { text(self, $0) } ?? self
    }
  }
}
