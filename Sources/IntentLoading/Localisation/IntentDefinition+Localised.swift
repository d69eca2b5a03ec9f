package import IntentCore

extension IntentDefinition {
  /// The definition with the texts that people see in a language, as far as the catalog has them.
  package func localised(with catalog: StringCatalog, language: LanguageTag) -> IntentDefinition {
    let translation = TemplateTranslation(catalog: catalog, language: language)
    let text: (String) -> String = { catalog.plain($0, language) ?? $0 }
    var localised = self
    localised.title = text(title)
    localised.description = description.map(text)
    localised.category = category.map(text)
    localised.summary = summary.map(translation.translated)
    localised.confirm = confirm.map(translation.translated)
    localised.phrases = phrases.flatMap { phrase in
      let set = catalog.stringSet(phrase, language: language)
      return set.isEmpty ? [phrase] : set
    }
    for index in parameters.indices {
      localised.parameters[index].title = parameters[index].title.map(text)
      localised.parameters[index].description = parameters[index].description.map(text)
      localised.parameters[index].prompt = parameters[index].prompt.map(text)
      localised.parameters[index].choices = parameters[index].choices?.titled(text)
      localised.parameters[index].choices = parameters[index].choices?.titled(text)
      localised.parameters[index].valueTitles = parameters[index].titles(in: catalog, language)
    }
    localised.result.dialog = result.dialog.map(translation.translated)
    localised.result.snippet = result.snippet.map(translation.translated)
    if let workflow { localised.workflow = workflow.rewording(translation.translated) }
    for index in with.indices where isShown(with[index].key) {
      localised.with[index].value = translation.translated(with[index].value)
    }
    return localised
  }

  /// Whether a field of `with` is text that the handler shows to people.
  func isShown(_ field: String) -> Bool { shownFields.contains { $0.utf8.elementsEqual(field.utf8) } }
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

extension Parameter {
  /// The titles of enumerated values, under the keys `PARAMETER.VALUE`.
  fileprivate func titles(in catalog: StringCatalog, _ language: LanguageTag) -> [(
    value: String, title: String
  )] {
    (schema.enumeratedValues ?? []).compactMap { value in
      guard let text = value.plainText, let title = catalog.plain(titleKey(text), language) else {
        return nil
      }
      return (text, title)
    }
  }

  func titleKey(_ value: String) -> String { "\(name).\(value)" }
}
