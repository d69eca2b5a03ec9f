internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline

/// `runintent undo [RUN]`: puts the state back that a run found, through the same gate and as a run of its own.
enum UndoCommand {
  static let command = Command(
    name: "undo", usage: "undo [RUN] [OPTIONS]",
    summary: "Put the state back that a run found; the last run that changed one, when none is named.",
    options: RunOptions.all.filter { ["no-input", "source", "timeout"].contains($0.name) }, run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let operand = try command.operand(options)
    await session.honourDeadlines()
    let engine = session.engine
    let record =
      if let operand {
        try engine.record(numbered: try number(ofRun: operand))
      } else {
        try engine.lastChange()
      }
    session.answer(
      try await engine.undo(
        record, on: try RunTerms(options, session), through: TerminalDoor(session: session)))
  }

  /// The number of a run, as it is written.
  static func number(ofRun text: String) throws(Failure) -> Int {
    guard case .integer(let number) = JSONNumber.read(Array(text.utf8)[...]), number > 0 else {
      throw Failure(.valueType, ["name": "RUN", "value": .text(text), "expected": "the number of a run"])
    }
    return number
  }
}
