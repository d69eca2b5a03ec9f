internal import IntentCore
internal import IntentEngine

/// `runintent undo [RUN]`: puts the state back that a run found, through the same gate and as a run of its own.
enum UndoCommand {
  static let command = Command(
    name: "undo", usage: "undo [RUN] [OPTIONS]",
    summary: "Put the state back that a run found; the last run that changed one, when none is named.",
    operands: .optional, options: RunOptions.all.only(["no-input", "source", "timeout"]), .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    await session.honourDeadlines()
    let engine = session.engine
    let number = try options.operands.first.map { text throws(Failure) in try Self.number(ofRun: text) }
    let record = if let number { try engine.record(numbered: number) } else { try engine.lastChange() }
    session.answer(
      try await engine.undo(
        record, on: try RunTerms(options, session), through: TerminalDoor(session: session)))
  }

  /// The number of a run, as it is written.
  static func number(ofRun text: String) throws(Failure) -> Int {
    guard case .integer(let number) = JSONNumber.read(Array(text.utf8)[...]), number > 0 else {
      throw .badValue(text, of: "RUN", "the number of a run")
    }
    return number
  }
}
