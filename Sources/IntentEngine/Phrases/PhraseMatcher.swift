package import IntentCore
package import IntentLoading
package import IntentPipeline
package import Phrases

/// Finds what was said among all that can be said.
package struct PhraseMatcher {
  private let text: FoldedText
  private let engine: Engine
  private var entities: [String: [Entity]?] = [:]

  package init(_ text: FoldedText, _ engine: Engine) {
    (self.text, self.engine) = (text, engine)
  }

  /// What the text can mean, the best matches only: shortcuts before intents, and then what leaves the
  /// fewest words to text of any kind.
  ///
  /// It is looked for in the language of the caller first, then in the definitions' own, and at last with words in
  /// other forms of theirs.
  package mutating func matches(among targets: [PhraseTarget]) async -> [PhraseMatch] {
    let language = engine.library.language
    // English and Japanese words have no such forms.
    let hasForms = !language.isEnglish && !language.text.utf8.starts(with: "ja".utf8)
    for (isOwn, isLenient) in [(false, false), (true, false)] + (hasForms ? [(false, true)] : []) {
      var found: [PhraseMatch] = []
      for target in targets {
        let phrases = isOwn ? target.ownPhrases : target.phrases
        if let one = await match(target, phrases, isLenient: isLenient) { found.append(one) }
      }
      if found.contains(where: \.target.isShortcut) { found.removeAll { !$0.target.isShortcut } }
      if found.contains(where: { !$0.target.isOfProject }) { found.removeAll(where: \.target.isOfProject) }
      let least = found.map(\.freeCount).min() ?? 0
      found.removeAll { $0.freeCount > least }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// What could have been meant when nothing was understood, the most alike first.
  package mutating func nearest(among targets: [PhraseTarget]) async -> [String] {
    let similarity = TextSimilarity(text)
    var best: [(share: Double, way: String)] = []
    for target in targets {
      var lists: [(name: String, titles: [String])] = []
      for parameter in target.definition?.parameters ?? [] {
        guard let kind = parameter.entity else { continue }
        lists.append((parameter.name, (await list(kind) ?? []).map(\.title)))
      }
      var phrases = target.phrases
      if case .shortcut(let shortcut) = target.kind { phrases.append(shortcut.name) }
      let found = similarity.nearest(of: phrases) { slot in
        let titles = lists.first { $0.name == slot.name }?.titles ?? []
        return titles.max { similarity.share(with: FoldedText($0)) < similarity.share(with: FoldedText($1)) }
          ?? "…"
      }
      if let found, !best.contains(where: { $0.way == found.way }) { best.append(found) }
    }
    return best.sorted { $0.share > $1.share }.prefix(3).map(\.way)
  }

  private mutating func match(
    _ target: PhraseTarget, _ phrases: [String], isLenient: Bool
  ) async -> PhraseMatch? {
    if case .shortcut(let shortcut) = target.kind, FoldedText(shortcut.name).scalars == text.scalars {
      return PhraseMatch(target: target)
    }
    var best: PhraseMatch?
    for phrase in phrases {
      guard let graph = graph(phrase), let found = await match(target, graph, isLenient: isLenient)
      else { continue }
      if best.map({ found.freeCount < $0.freeCount }) ?? true { best = found }
    }
    return best
  }

  /// A phrase that the text could be a way to say, given any words in its slots.
  private func graph(_ phrase: String) -> PhraseGraph? {
    guard let template = try? PhraseTemplate(phrase) else { return nil }
    let graph = PhraseGraph(template)
    if let first = text.scalars.first, let beginnings = graph.beginnings, !beginnings.contains(first) {
      return nil
    }
    return graph.match(text) { text.wordEnds(after: $1) } == nil ? nil : graph
  }

  private mutating func match(
    _ target: PhraseTarget, _ graph: PhraseGraph, isLenient: Bool
  ) async -> PhraseMatch? {
    var slots: [SlotValues] = []
    for slot in graph.slots {
      let parameter = target.definition?.parameter(named: slot.name)
      var list: [Entity]?
      if let kind = parameter?.entity { list = await self.list(kind) }
      slots.append(SlotValues(parameter, list, engine.world.clock))
    }
    let ends: PhraseGraph.SlotEnds = { slots[$0].ends(in: text, from: $1, isLenient: isLenient) }
    guard let fit = graph.match(text, ends) else { return nil }
    var match = PhraseMatch(target: target)
    for (index, range) in fit.fillings {
      let slot = graph.slots[index]
      if match.arguments.contains(where: { $0.name == slot.name && slot.path.isEmpty }) { continue }
      if case .text = slots[index] { match.freeCount += range.count }
      let content =
        slot.path.isEmpty
        ? slots[index].content(text, range, isLenient: isLenient) : .member(slot.path, text.original(range))
      match.arguments.append(SuppliedArgument(name: slot.name, content: content))
    }
    return match
  }

  /// The things of a kind with their titles in the language; `nil` where the provider does not tell, which the run
  /// then says.
  private mutating func list(_ kind: String) async -> [Entity]? {
    if let known = entities[kind] { return known }
    let list = try? await EntityLists.spoken(engine.text).list(kind, engine.world)
    entities[kind] = .some(list)
    return list
  }
}

/// Something that phrases stand for: an intent or a shortcut.
package struct PhraseTarget: Sendable {
  package enum Kind: Sendable {
    case intent(LoadedDefinition, SourceFile)
    case shortcut(Shortcut)
  }

  package var kind: Kind
  /// The intent in the language of the caller.
  package var definition: IntentDefinition?
  package var phrases: [String]
  /// The phrases in the definition's own language.
  package var ownPhrases: [String] = []
  /// Whether it is of the project in the working directory, before which one's own go.
  package var isOfProject = false

  package var isShortcut: Bool { if case .shortcut = kind { true } else { false } }

  /// All that can be said here; what cannot be read is left to `check`.
  package static func all(_ library: inout IntentLibrary) -> [PhraseTarget] {
    var found = ((try? library.world.store.shortcuts()) ?? []).map {
      PhraseTarget(kind: .shortcut($0), phrases: $0.phrases)
    }
    for entry in library.folders.entries().entries where !entry.isShadowed {
      guard let file = try? entry.open(), let loaded = try? library.read(file, id: entry.id) else { continue }
      let localised = library.localised(loaded.definition)
      found.append(
        PhraseTarget(
          kind: .intent(loaded, file), definition: localised, phrases: localised.phrases,
          ownPhrases: loaded.definition.phrases, isOfProject: entry.isOfProject))
    }
    return found
  }
}

/// One thing that what was said can mean.
package struct PhraseMatch: Sendable {
  package var target: PhraseTarget
  package var arguments: [SuppliedArgument] = []
  /// How many characters any text would have fitted as well.
  package var freeCount = 0
}

extension PhraseMatch {
  /// The words that make the same call.
  package var words: [String] {
    switch target.kind {
    case .shortcut(let shortcut): return ["runintent", shortcut.name]
    case .intent(let loaded, _):
      let values = arguments.map { argument -> (key: String, value: Value) in
        switch argument.content {
        case .value(let value): (argument.name, value)
        case .text(let text): (argument.name, .string(text))
        case .member(let path, let text): ("\(argument.name).\(path.joined(separator: "."))", .string(text))
        }
      }
      return ValueObject(uniqueMembers: values).words(calling: loaded.definition.id, loaded.definition)
    }
  }

  package func call(_ engine: Engine) throws(Failure) -> IntentCall {
    switch target.kind {
    case .shortcut(let shortcut): return try engine.call(of: shortcut)
    case .intent(let loaded, let file):
      return IntentCall(
        file: file, loaded: try engine.library.load(file, id: loaded.definition.id), kept: arguments)
    }
  }
}
