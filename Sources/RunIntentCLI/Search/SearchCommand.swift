internal import IntentCore
internal import IntentEngine
internal import IntentRendering

enum SearchCommand {
  static let command = Command(
    name: "search", usage: "search WORDS…",
    summary: "Find intents and shortcuts by words of theirs in any language.",
    operands: .any, options: [OptionSpec("last", .value("N"), "So many at most (20).")], .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let wanted = options.operands.joined(separator: " ")
    var search = IntentSearch(wanted, session.engine)
    guard !search.isEmpty else { throw command.missing("WORDS") }
    let limit = try options.count("last") ?? 20
    let found = Array(await search.find().prefix(limit))
    session.list(
      "results", found.map { $0.json(session) }, names: found.map(\.name),
      found.map { [$0.name, $0.title(session), $0.foreign] },
      in: Columns((0..<3).map { Columns.Column(isShrinkable: $0 > 0) }, style: session.style()),
      none: session.text("Nothing is about \"${words}\".", ["words": .string(wanted.cleaned(.line))]))
    if found.isEmpty { session.outcome.status = .notFound }
  }
}

extension SearchResult {
  func title(_ session: Session) -> String {
    switch target {
    case .intent(let definition): definition.title
    case .shortcut(let shortcut): session.text("Shortcut for ${intent}", ["intent": .string(shortcut.intent)])
    }
  }

  /// The words in another language that it was found by.
  var foreign: String { language.utf8.isEmpty ? "" : "\(match) (\(language))" }

  func json(_ session: Session) -> Value {
    var object: ValueObject = ["kind": "intent", "name": .string(name), "title": .string(title(session))]
    if case .shortcut = target { object["kind"] = "shortcut" }
    object["score"] = .integer(score)
    object["uses"] = .integer(uses)
    object["match"] = language.utf8.isEmpty ? .null : .string(match)
    object["language"] = language.utf8.isEmpty ? .null : .string(language)
    return .object(object)
  }
}
