internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent search WORDS`: the intents and shortcuts that the words are about, the best first.
enum SearchCommand {
  static let command = Command(
    name: "search", usage: "search WORDS…",
    summary: "Find intents and shortcuts by words of theirs in any language.",
    options: [OptionSpec("last", .value("N"), "So many at most (20).")], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let wanted = options.operands.joined(separator: " ")
    var search = IntentSearch(wanted, session.engine)
    guard !search.isEmpty else { throw command.missing("WORDS") }
    let limit = try options.count("last") ?? 20
    let found = Array(await search.find().prefix(limit))
    switch session.settings.output {
    case .json:
      session.write(
        json: .object(["schemaVersion": 1, "results": .array(found.map { $0.json(session) })]))
    case .jsonl:
      for one in found { session.write(json: one.json(session)) }
    case .value:
      for one in found { session.print(one.name) }
    default:
      if found.isEmpty {
        session.tell("Nothing is about \"${words}\".", ["words": .string(wanted.cleaned(.line))])
      } else {
        var columns = Columns(
          (0..<3).map { Columns.Column(isShrinkable: $0 > 0) }, style: session.style())
        for one in found { columns.append([one.name, one.title(session), one.foreign]) }
        session.write(columns)
      }
    }
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

extension ParsedOptions {
  /// The number above 0 of an option.
  func count(_ name: String) throws(Failure) -> Int? {
    guard let text = value(name) else { return nil }
    guard let count = Int(text), count > 0, text.utf8.first != UInt8(ascii: "+") else {
      throw Failure(
        .valueType, ["name": .text("--\(name)"), "value": .text(text), "expected": "a whole number above 0"])
    }
    return count
  }
}
