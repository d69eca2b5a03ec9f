internal import IntentCore
internal import IntentLoading
internal import JSONSchema
internal import Phrases

/// Finds phrases that mean two intents, in each language, while definitions are checked one after the other.
struct AmbiguousPhrases {
  private struct Spoken {
    var definition: IntentDefinition
    var phrase: String
    var graph: PhraseGraph
    /// What a slot takes, by its index.
    var kinds: [SlotKind]
  }

  private var spoken: [Spoken] = []
  /// Phrases by language and first character; those that begin with anything are under nothing.
  private var buckets: [[String]: [Int]] = [:]

  /// The phrases of a definition that can also mean one of those before.
  mutating func faults(
    of definition: IntentDefinition, _ file: SourceFile, _ catalog: StringCatalog?
  ) -> [Fault] {
    let document = try? JSONDocument(bytes: file.bytes, file: file.displayPath, limits: .definition)
    var faults: [Fault] = []
    for phrase in definition.phrases {
      let place = document?.location(ofText: phrase)
      let source = catalog?.sourceLanguage.text ?? LanguageTag.english.text
      faults += note(phrase, source, definition, place)
      guard let catalog, let entry = catalog.entry(phrase) else { continue }
      for localization in entry.localizations {
        guard let language = LanguageTag(catalogName: localization.key), language != catalog.sourceLanguage
        else { continue }
        for node in CatalogEntry.texts(of: localization.node) {
          guard case .string(let text) = node.kind else { continue }
          faults += note(text, language.text, definition, catalog.document.location(of: node.span))
        }
      }
    }
    return faults
  }

  private mutating func note(
    _ phrase: String, _ language: String, _ definition: IntentDefinition, _ location: SourceLocation?
  ) -> [Fault] {
    guard let template = try? PhraseTemplate(phrase) else { return [] }
    let graph = PhraseGraph(template)
    let kinds = graph.slots.map { SlotKind(definition.parameter(named: $0.name)) }
    let beginnings: [Unicode.Scalar?] = graph.beginnings.map { $0.map { $0 } } ?? [nil]
    var faults: [Fault] = []
    var seen: Set<Int> = []
    for first in beginnings {
      let key = [language, first.map { String($0) } ?? ""]
      for index in buckets[key] ?? [] where seen.insert(index).inserted {
        let other = spoken[index]
        guard other.definition.id != definition.id,
          graph.overlaps(other.graph, sameSlots: { kinds[$0].shares(with: other.kinds[$1]) })
        else { continue }
        faults.append(
          Fault(
            .phraseTwice,
            [
              "value": .text(phrase), "other": .text(other.definition.id),
              "found": .text(other.phrase == phrase ? "" : other.phrase),
            ], at: location, severity: .warning))
      }
      buckets[key, default: []].append(spoken.count)
    }
    spoken.append(Spoken(definition: definition, phrase: phrase, graph: graph, kinds: kinds))
    return faults
  }
}

/// What the slot of a phrase takes, as far as a definition alone tells.
private enum SlotKind {
  case entity(String)
  case listed(Set<String>)
  case number, moment, text

  init(_ parameter: Parameter?) {
    let types = parameter?.schema.types ?? []
    if let kind = parameter?.entity {
      self = .entity(kind)
    } else if let choices = parameter?.staticChoices {
      self = .listed(Set(choices.flatMap(\.words).map { FoldedText($0).text }))
    } else if !types.isEmpty, types.allSatisfy({ $0 == .integer || $0 == .number }) {
      self = .number
    } else if parameter?.schema.format != nil {
      self = .moment
    } else {
      self = .text
    }
  }

  func shares(with other: SlotKind) -> Bool {
    switch (self, other) {
    case (.entity(let one), .entity(let two)): one == two
    case (.listed(let one), .listed(let two)): !one.isDisjoint(with: two)
    case (.number, .number), (.moment, .moment), (.text, .text): true
    default: false
    }
  }
}
