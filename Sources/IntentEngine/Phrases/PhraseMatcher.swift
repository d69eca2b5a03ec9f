internal import IntentCore
internal import IntentHandlers
internal import IntentPipeline
package import Phrases

/// Finds what was said among all that can be said.
package struct PhraseMatcher {
  private let text: FoldedText
  private let engine: Engine
  private var entities: [(kind: String, list: [Entity]?)] = []

  package init(_ text: FoldedText, _ engine: Engine) {
    self.text = text
    self.engine = engine
  }

  /// What the text can mean, the best matches only: shortcuts before intents, and then what leaves the
  /// fewest words to text of any kind.
  ///
  /// It is looked for in the language of the caller first, then in the definitions' own, and at last with words in
  /// other forms of theirs.
  package mutating func matches(among targets: [PhraseTarget]) async -> [PhraseMatch] {
    for pass in Pass.all(engine.library.language) {
      var found: [PhraseMatch] = []
      for target in targets {
        if let one = await match(target, pass) { found.append(one) }
      }
      if found.contains(where: \.target.isShortcut) { found.removeAll { !$0.target.isShortcut } }
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

  private struct Pass {
    var isOwn: Bool
    var isLenient: Bool

    static func all(_ language: LanguageTag) -> [Pass] {
      let strict = [Pass(isOwn: false, isLenient: false), Pass(isOwn: true, isLenient: false)]
      // English and Japanese words have no such forms.
      if language.isEnglish || language.text.utf8.starts(with: "ja".utf8) { return strict }
      return strict + [Pass(isOwn: false, isLenient: true)]
    }
  }

  private mutating func match(_ target: PhraseTarget, _ pass: Pass) async -> PhraseMatch? {
    if case .shortcut(let shortcut) = target.kind, FoldedText(shortcut.name).scalars == text.scalars {
      return PhraseMatch(target: target)
    }
    var best: PhraseMatch?
    for phrase in pass.isOwn ? target.ownPhrases : target.phrases {
      guard let graph = graph(phrase), let found = await match(target, graph, isLenient: pass.isLenient)
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
      match.arguments.append(SuppliedArgument(name: slot.name, content: content, spelling: "--\(slot.name)"))
    }
    return match
  }

  /// The things of a kind with their titles in the language; `nil` where the provider does not tell, which the run
  /// then says.
  private mutating func list(_ kind: String) async -> [Entity]? {
    if let known = entities.first(where: { $0.kind == kind }) { return known.list }
    let list = try? await EntityLists.spoken(engine.text).list(kind, engine.world)
    entities.append((kind, list))
    return list
  }
}
