internal import IntentCore
internal import IntentEngine
internal import IntentRendering

enum SuggestCommand {
  static let command = Command(
    name: "suggest", usage: "suggest [N] [--why]",
    summary: "Suggest what to run now, from what ran well before; 5, or so many as N.",
    operands: .optional, options: [OptionSpec("why", .flag, "Also what speaks for each.")], .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    var limit = 5
    if let text = options.operands.first {
      guard case .integer(let count) = JSONNumber.read(Array(text.utf8)[...]), count > 0 else {
        throw .badValue(text, of: "N", "a whole number above 0")
      }
      limit = count
    }
    let items = try Suggestions(limit, &session.engine).items
    session.list(
      "suggestions", items.map { $0.json(session) }, names: items.map { ShellWords.join($0.words) },
      items.map { item in
        [ShellWords.join(item.words), item.definition.title, options.has("why") ? item.reason(session) : ""]
      }, in: Columns((0..<3).map { Columns.Column(isShrinkable: $0 > 0) }, style: session.style()),
      none: session.text("Nothing to suggest yet: suggestions come from what ran well."))
  }

  /// Lets the person at the terminal pick one; false when nobody is asked, or nothing can be offered.
  static func offer(_ leading: ParsedOptions, _ session: inout Session) async throws(Failure) -> Bool {
    let streams = session.environment.streams
    guard streams.outputIsTerminal, streams.errorIsTerminal, session.environment.mayAsk,
      session.settings.output == .text, try RunTerms(leading, session).asks
    else { return false }
    let items = (try? Suggestions(ToolEnvironment.pickable, &session.engine).items) ?? []
    if items.isEmpty { return false }
    let lines = items.map { "\($0.definition.title)  \(ShellWords.join(Array($0.words.dropFirst())))" }
    guard let index = session.environment.pick(lines, session.text) else { return true }
    try await RunCommand.answer(items[index].prepared, leading, &session)
    return true
  }
}

extension Suggestions.Item {
  func reason(_ session: Session) -> String {
    let clock = session.world.clock
    let last = DateText.text(clock.local(call.last), today: clock.local(clock.wall()))
    return session.text(
      "runs: ${count}, the last ${time}; about this hour: ${hour}; on this day of the week: ${day}",
      [
        "count": .integer(call.count), "time": .string(last), "hour": .integer(call.atHour),
        "day": .integer(call.onWeekday),
      ])
  }

  func json(_ session: Session) -> Value {
    .object([
      "intent": .string(definition.id), "title": .string(definition.title),
      "shortcut": Value(shortcut?.name), "parameters": .object(call.values),
      "command": Value(words), "score": .number(call.score),
      "why": .object([
        "runs": .integer(call.count), "last": .string(call.last.rfc3339),
        "aboutThisHour": .integer(call.atHour), "onThisWeekday": .integer(call.onWeekday),
      ]),
    ])
  }
}
