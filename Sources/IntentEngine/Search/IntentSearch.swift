package import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import Phrases

/// A search over every definition and shortcut.
///
/// There is no index: opening the files is most of the time, and what was just read is never out of date. A look at
/// the bytes, some 4 µs for a definition, tells which of them are worth reading as JSON.
package struct IntentSearch {
  private let queries: [SearchWords.Query]
  private var words = SearchWords()
  private var best: [Int] = []
  private var text = ""
  private var language = ""
  private var titles: [String: [String]] = [:]
  private var catalogs: [String: CatalogSketch?] = [:]
  private let engine: Engine
  private var sketch: WordSketch

  /// What a word in each place is worth.
  private enum Weight {
    static let name = 10, title = 9, keyword = 8, phrase = 6, entity = 5, category = 3, description = 3
  }

  /// So many runs of the journal count for how often something is used.
  private static let countedRuns = 2000

  package init(_ wanted: String, _ engine: Engine) {
    queries = SearchWords.queries(wanted)
    sketch = WordSketch(queries)
    self.engine = engine
  }

  package var isEmpty: Bool { queries.isEmpty }

  /// What all the words were found in, the best first.
  package mutating func find() async -> [SearchResult] {
    var results: [SearchResult] = []
    var uses: [String: Int] = [:]
    for call in (try? engine.world.store.calls(limit: Self.countedRuns)) ?? [] where call.isDonation {
      uses[call.path, default: 0] += 1
    }
    for shortcut in (try? engine.world.store.shortcuts()) ?? [] {
      begin()
      look(shortcut.name, Weight.name)
      for phrase in shortcut.phrases { look(phrase, Weight.phrase) }
      if let score { results.append(result(.shortcut(shortcut), score, 0)) }
    }
    var things: UInt64 = 0
    for kind in EntityLists.kinds {
      for title in await titles(of: kind) { things |= sketch.matches(Array(title.utf8)[...]) }
    }
    for entry in engine.library.folders.entries().entries where !entry.isShadowed {
      guard let file = try? entry.open() else { continue }
      let catalog = catalog(beside: file.path)
      guard isWorthReading(entry.id, file.bytes, catalog, things),
        let definition = try? engine.library.read(file, id: entry.id).definition, definition.isFound,
        !definition.isHidden
      else { continue }
      begin()
      let texts = catalog?.catalog(of: definition.searchedTexts)
      await look(in: definition, texts)
      guard let score else { continue }
      let localised = texts.map { definition.localised(with: $0, language: engine.library.language) }
      results.append(result(.intent(localised ?? definition), score, uses[definition.path] ?? 0))
    }
    return results.sorted { ($1.score, $0.name) < ($0.score, $1.name) }
  }

  /// The catalog beside a definition, looked through once.
  private mutating func catalog(beside path: String) -> CatalogSketch? {
    let folder = String(path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)])
    if let known = catalogs[folder] { return known }
    let catalog = engine.library.catalogFile(in: folder).map { CatalogSketch($0, &sketch) }
    catalogs[folder] = .some(catalog)
    return catalog
  }

  /// Whether all words may stand in a definition, its id, its translations, or the titles of things that it is about.
  private mutating func isWorthReading(
    _ id: String, _ bytes: [UInt8], _ catalog: CatalogSketch?, _ things: UInt64
  ) -> Bool {
    var found = sketch.matches(bytes[...]) | sketch.matches(Array(id.utf8)[...])
    if found == sketch.all { return true }
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\"") {
        let string = bytes.string(from: index + 1)
        if let catalog { found |= catalog.matches(string) }
        if things != 0, string.elementsEqual("entity".utf8) { found |= things }
        if found == sketch.all { return true }
        index = string.endIndex
      }
      index += 1
    }
    return false
  }

  private mutating func begin() {
    best = [Int](repeating: 0, count: queries.count)
    (text, language) = ("", "")
  }

  /// The score of what was looked at, `nil` when a word was not found.
  private var score: Int? { best.contains(0) ? nil : best.reduce(0, +) }

  private func result(_ target: SearchResult.Target, _ score: Int, _ uses: Int) -> SearchResult {
    // Ten uses are worth a quarter of the score, a hundred half of it.
    var used = 0
    while used < 8, uses >> used > 0 { used += 1 }
    return SearchResult(
      target: target, score: score + score * used / 14, uses: uses, match: text, language: language)
  }

  private mutating func look(_ text: String, _ weight: Int, in language: String = "") {
    let before = best
    words.match(text, queries, weight: weight, best: &best)
    if !language.utf8.isEmpty, best != before { (self.text, self.language) = (text, language) }
  }

  private mutating func look(in definition: IntentDefinition, _ catalog: StringCatalog?) async {
    look(definition.id, Weight.name)
    look(definition.title, Weight.title, catalog)
    for keyword in definition.keywords { look(keyword, Weight.keyword, catalog) }
    for phrase in definition.phrases { look(phrase, Weight.phrase, catalog) }
    if let category = definition.category { look(category, Weight.category, catalog) }
    if let description = definition.description { look(description, Weight.description, catalog) }
    for parameter in definition.parameters {
      guard let kind = parameter.entity else { continue }
      for title in await titles(of: kind) { look(title, Weight.entity) }
    }
  }

  private mutating func look(_ text: String, _ weight: Int, _ catalog: StringCatalog?) {
    look(text, weight)
    for localization in catalog?.entry(text)?.localizations ?? [] {
      for node in CatalogEntry.texts(of: localization.node) {
        if case .string(let translation) = node.kind { look(translation, weight, in: localization.key) }
      }
    }
  }

  /// The titles of the things of a kind in every language of the program. A provider that would have to start a
  /// program for its list is left out.
  private mutating func titles(of kind: String) async -> [String] {
    if let known = titles[kind] { return known }
    var world = engine.world
    world.processes = World.Processes { _, _ throws(Failure) in throw Failure(.unavailable) }
    let list = (try? await EntityLists.live.list(kind, world)) ?? []
    let found = list.flatMap { entity in
      [entity.title] + entity.names + engine.speech.translations(entity.title)
    }
    titles[kind] = found
    return found
  }
}

extension IntentDefinition {
  /// The texts that a search looks into and that a catalog may translate.
  fileprivate var searchedTexts: [String] {
    [title] + keywords + phrases + [category, description].compactMap(\.self)
  }
}

/// One thing that a search found.
package struct SearchResult: Sendable {
  package enum Target: Sendable {
    case intent(IntentDefinition)
    case shortcut(Shortcut)
  }

  package var target: Target
  package var score: Int
  /// How often it ran well of late.
  package var uses: Int
  /// The translation in which a word was found, and its language; empty where the definition's own words were enough.
  package var match: String
  package var language: String

  /// By what it is run.
  package var name: String {
    switch target {
    case .intent(let definition): definition.id
    case .shortcut(let shortcut): shortcut.name
    }
  }
}
