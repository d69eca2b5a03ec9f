internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent pending`: what was refused of late for want of the user's word, with the numbers that decide it.
enum PendingCommand {
  static let command = Command(
    name: "pending", summary: "Show what was refused for want of your word, to allow or deny it.",
    .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let pending = try await PendingRefusal.all(session.engine)
    if session.settings.isJSON { return session.write(json: ["pending": .array(pending.map(json))]) }
    if pending.isEmpty { return session.tell("Nothing is pending.") }
    let clock = session.world.clock
    let today = clock.local(clock.wall())
    var columns = Columns(plain: 5, style: session.style())
    for refusal in pending {
      columns.append([
        String(refusal.number), DateText.text(clock.local(refusal.at), today: today), refusal.intent,
        session.text(refusal.who.text), refusal.missing.joined(separator: " "),
      ])
    }
    session.write(columns)
    session.tell(
      "to decide one: ${allow} or ${deny}",
      ["allow": .string("runintent allow N"), "deny": .string("runintent deny N")])
  }

  private static func json(_ refusal: PendingRefusal) -> Value {
    .object([
      "number": .integer(refusal.number), "intent": .string(refusal.intent), "path": .string(refusal.path),
      "who": .string(refusal.who.text), "source": .string(refusal.source.text),
      "missing": Value(refusal.missing), "at": Value(refusal.at),
    ])
  }
}
