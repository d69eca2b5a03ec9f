internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentPipeline

/// Finds what was said among all that can be said.
struct Listening {
  private let text: FoldedText
  private let session: Session
  private var entities: [(kind: String, list: [Entity]?)] = []

  init(_ text: FoldedText, _ session: Session) {
    self.text = text
    self.session = session
  }

  /// What the text can mean, the best understandings only: shortcuts before intents, and then what leaves the
  /// fewest words to text of any kind.
  ///
  /// It is looked for in the language of the caller first, then in the definitions' own, and at last with words in
  /// other forms of theirs.
  mutating func understand(_ sayables: [Sayable]) async -> [Understanding] {
    for pass in Pass.all(session.language) {
      var found: [Understanding] = []
      for sayable in sayables {
        if let one = await understand(sayable, pass) { found.append(one) }
      }
      if found.contains(where: \.sayable.isShortcut) { found.removeAll { !$0.sayable.isShortcut } }
      let least = found.map(\.freeCount).min() ?? 0
      found.removeAll { $0.freeCount > least }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// What could have been meant when nothing was understood, the most alike first.
  mutating func near(_ sayables: [Sayable]) async -> [String] {
    let nearness = Nearness(text)
    var best: [(share: Double, way: String)] = []
    for sayable in sayables {
      var lists: [(name: String, titles: [String])] = []
      for parameter in sayable.definition?.parameters ?? [] {
        guard let kind = parameter.entity else { continue }
        lists.append((parameter.name, (await list(kind) ?? []).map(\.title)))
      }
      var phrases = sayable.phrases
      if case .shortcut(let shortcut) = sayable.target { phrases.append(shortcut.name) }
      let found = nearness.nearest(of: phrases) { slot in
        let titles = lists.first { $0.name == slot.name }?.titles ?? []
        return titles.max { nearness.share(with: FoldedText($0)) < nearness.share(with: FoldedText($1)) }
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

  private mutating func understand(_ sayable: Sayable, _ pass: Pass) async -> Understanding? {
    if case .shortcut(let shortcut) = sayable.target, FoldedText(shortcut.name).scalars == text.scalars {
      return Understanding(sayable: sayable)
    }
    var best: Understanding?
    for phrase in pass.isOwn ? sayable.ownPhrases : sayable.phrases {
      guard let graph = graph(phrase),
        let found = await understand(sayable, graph, isLenient: pass.isLenient)
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

  private mutating func understand(
    _ sayable: Sayable, _ graph: PhraseGraph, isLenient: Bool
  ) async -> Understanding? {
    var slots: [SlotValues] = []
    for slot in graph.slots {
      let parameter = sayable.definition?.parameter(named: slot.name)
      var list: [Entity]?
      if let kind = parameter?.entity { list = await self.list(kind) }
      slots.append(SlotValues(parameter, list, session.world.clock))
    }
    let ends: PhraseGraph.SlotEnds = { slots[$0].ends(in: text, from: $1, isLenient: isLenient) }
    guard let match = graph.match(text, ends) else { return nil }
    var understanding = Understanding(sayable: sayable)
    for (index, range) in match.fillings {
      let slot = graph.slots[index]
      if understanding.arguments.contains(where: { $0.name == slot.name && slot.path.isEmpty }) { continue }
      if case .text = slots[index] { understanding.freeCount += range.count }
      let content =
        slot.path.isEmpty
        ? slots[index].content(text, range, isLenient: isLenient)
        : .member(slot.path, text.original(range))
      understanding.arguments.append(
        SuppliedArgument(name: slot.name, content: content, spelling: "--\(slot.name)"))
    }
    return understanding
  }

  /// The things of a kind with their titles in the language; `nil` where the provider does not tell, which the run
  /// then says.
  private mutating func list(_ kind: String) async -> [Entity]? {
    if let known = entities.first(where: { $0.kind == kind }) { return known.list }
    let list = try? await EntityLists.spoken(session.text).list(kind, session.world)
    entities.append((kind, list))
    return list
  }
}
