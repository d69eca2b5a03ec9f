package import IntentCore
internal import Phrases

/// Finds what is wrong with a catalog, and what it lacks for a definition.
package enum CatalogCheck {
  /// Phrases with Swift's `\(…)`, wherever the catalog has them.
  package static func faults(in catalog: StringCatalog) -> [Fault] {
    var faults: [Fault] = []
    for entry in catalog.entries {
      check(entry.key, JSONNode(.string(entry.key), entry.member.keySpan), catalog, &faults)
      for localization in entry.localizations {
        localization.node.visit { node in
          if case .string(let text) = node.kind { check(text, node, catalog, &faults) }
        }
      }
    }
    return faults
  }

  /// What a definition lacks in a language that the catalog has for its title (warnings), and translations
  /// whose placeholders are not those of the text (errors).
  package static func faults(of definition: IntentDefinition, file: String, in catalog: StringCatalog)
    -> [Fault]
  {
    let texts = definition.translatableTexts(in: catalog)
    let languages = catalog.languages(of: texts)
    if languages.isEmpty { return [] }
    let document = try? JSONDocument(bytes: definition.source, file: file, limits: .definition)
    var faults: [Fault] = []
    var seen: Set<String> = []
    for text in texts where seen.insert(text.key).inserted {
      let entry = catalog.entry(text.key)
      if entry?.isTranslatable == false { continue }
      for language in languages {
        if let entry, entry.isTranslated(into: language) {
          if definition.phrases.contains(text.key) {
            faults += phraseFaults(entry, language, definition, catalog)
          } else if let fault = fit(text, entry, language, catalog) {
            faults.append(fault)
          }
        } else if catalog.entry(definition.title)?.isTranslated(into: language) ?? false {
          let place =
            document?.location(ofText: text.key)
            ?? entry.map { catalog.document.source.location(of: $0.member.keySpan) }
          var fault = unfit(text.key, language, "missing", at: place)
          fault.severity = .warning
          faults.append(fault)
        }
      }
    }
    return faults
  }

  /// What is wrong with the phrases that stand for one in a language. They need not name all that it names.
  private static func phraseFaults(
    _ entry: CatalogEntry, _ language: LanguageTag, _ definition: IntentDefinition, _ catalog: StringCatalog
  ) -> [Fault] {
    var faults: [Fault] = []
    let known = definition.parameters.map(\.name) + ["applicationName"]
    for localization in entry.localizations where language.isNamed(localization.key) {
      for node in CatalogEntry.texts(of: localization.node) {
        guard case .string(let phrase) = node.kind else { continue }
        do throws(PhraseProblem) {
          for slot in try PhraseTemplate(phrase).slots where !known.contains(slot.name) {
            let place = catalog.document.location(of: node.span)
            faults.append(unfit(entry.key, language, "unknown", slot.name, at: place))
          }
        } catch {
          faults.append(
            Fault(
              .phraseSyntax, error.arguments(in: phrase),
              at: catalog.document.location(of: error.span(in: node, phrase, catalog.document))))
        }
      }
    }
    return faults
  }

  private static func fit(
    _ text: TranslatableText, _ entry: CatalogEntry, _ language: LanguageTag, _ catalog: StringCatalog
  ) -> Fault? {
    guard let localization = entry.localizations.first(where: { language.isNamed($0.key) }),
      let translation = CatalogText(localization.node, language: language)
    else { return nil }
    do throws(TemplateTranslation.Problem) {
      _ = try TemplateTranslation.template(translation, for: text.references)
      return nil
    } catch {
      let (reason, name) =
        switch error {
        case .unknown(let name): ("unknown", name)
        case .missing(let name): ("left-out", name)
        }
      let place = catalog.document.location(of: localization.node.span)
      return unfit(text.key, language, reason, name, at: place)
    }
  }

  /// Why a text has no translation that can stand for it; `name` is the placeholder that is wrong.
  private static func unfit(
    _ key: String, _ language: LanguageTag, _ reason: String, _ name: String? = nil, at place: SourceLocation?
  ) -> Fault {
    var fault = Fault(
      .definitionTranslation,
      ["key": .text(key), "value": .text(language.text), "reason": .text(reason)], at: place)
    if let name { fault.arguments.append(("found", .text("${\(name)}"))) }
    return fault
  }

  private static func check(
    _ text: String, _ node: JSONNode, _ catalog: StringCatalog, _ faults: inout [Fault]
  ) {
    guard let written = SwiftInterpolation(in: text) else { return }
    faults.append(
      Fault(
        .definitionPhrase,
        ["value": .text(written.text), "suggestion": .text(written.suggestion(isKnown: Names.isIdentifier))],
        at: catalog.document.location(of: written.span(in: node, of: catalog.document))))
  }
}

extension StringCatalog {
  /// The languages in which there is something of what people see of a definition, in the order of the catalog.
  package func languages(of definition: IntentDefinition) -> [LanguageTag] {
    languages(of: definition.translatableTexts(in: self))
  }

  fileprivate func languages(of texts: [TranslatableText]) -> [LanguageTag] {
    var languages: [LanguageTag] = []
    for text in texts {
      for localization in entry(text.key)?.localizations ?? [] {
        guard let language = LanguageTag(catalogName: localization.key), language != sourceLanguage,
          !languages.contains(language)
        else { continue }
        languages.append(language)
      }
    }
    return languages
  }
}
