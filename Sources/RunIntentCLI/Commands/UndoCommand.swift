internal import IntentCore
internal import IntentLoading
internal import IntentPipeline
internal import JSON
internal import StringCatalogs

/// `runintent undo [RUN]`: puts the state back that a run found, through the same gate and as a run of its own.
enum UndoCommand {
  static let command = Command(
    name: "undo", usage: "undo [RUN] [OPTIONS]",
    summary: "Put the state back that a run found; the last run that changed one, when none is named.",
    options: RunOptions.all.filter { ["no-input", "source", "timeout"].contains($0.name) }, run: run)

  @Sendable
  static func run(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    let options = try command.parse(words, leading, &session)
    let operand = try command.operand(options)
    await session.honourDeadlines()
    let record = try record(operand, session)
    let undo = try Undo(record, session.world.store)
    let file = try session.open(record.start.path)
    var loaded = try session.load(file, id: record.start.intent)
    let summary = session.text(
      "Undo run ${run}: ${summary}",
      ["run": .integer(record.run), "summary": .string(undo.summary)])
    loaded.definition = try undo.definition(from: loaded.definition, summary: summary)
    let entry = IntentEntry(session: session, call: try RunCall(options, session))
    session.answer(await entry.run(loaded, file, []))
  }

  /// The run of a number, or the last one that changed a state.
  private static func record(_ operand: String?, _ session: Session) throws(Failure) -> RunRecord {
    guard let operand else {
      let records = try session.world.store.runs(JournalQuery(limit: 1000, states: [.finished]))
      if let last = records.first(where: { $0.end?.effect != nil }) { return last }
      throw Failure(.undoImpossible, ["reason": "no run changed a state that can be put back"])
    }
    guard case .integer(let number) = JSONNumber.read(Array(operand.utf8)[...]), number > 0 else {
      throw Failure(.valueType, ["name": "RUN", "value": .text(operand), "expected": "the number of a run"])
    }
    let records = try session.world.store.runs(JournalQuery(limit: .max, since: number))
    guard let record = records.last, record.run == number else {
      throw Failure(.runUnknown, ["run": .integer(number)])
    }
    return record
  }
}
