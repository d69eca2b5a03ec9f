internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline

/// `runintent again [RUN]`: makes the call of an earlier run once more, through the same gate.
enum AgainCommand {
  static let command = Command(
    name: "again", usage: "again [RUN] [OPTIONS]",
    summary: "Run once more what ran before, with the same values; the last run, when none is named.",
    options: RunCommand.repeatedOptions.filter { !Command.common.contains($0.name) }, run: run)

  @Sendable
  static func run(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    let options = try command.parse(words, leading, &session)
    let record = try session.run(numbered: try command.operand(options))
    try await RunCommand.answer(try session.call(of: record), options, &session)
  }
}

extension Session {
  /// The run of a number, or the last call that was not refused.
  func run(numbered operand: String?) throws(Failure) -> RunRecord {
    guard let operand else {
      guard let last = try world.store.calls(limit: 1000).first,
        let record = try world.store.runs(JournalQuery(limit: .max, since: last.run)).last
      else { throw Failure(.againImpossible, ["reason": "nothing ran yet"]) }
      return record
    }
    guard case .integer(let number) = JSONNumber.read(Array(operand.utf8)[...]), number > 0 else {
      throw Failure(.valueType, ["name": "RUN", "value": .text(operand), "expected": "the number of a run"])
    }
    let records = try world.store.runs(JournalQuery(limit: .max, since: number))
    guard let record = records.last, record.run == number else {
      throw Failure(.runUnknown, ["run": .integer(number)])
    }
    return record
  }

  /// The call that a run of the journal was; fails where not all of its values were kept.
  func call(of record: RunRecord) throws(Failure) -> PreparedCall {
    guard !record.start.path.utf8.isEmpty else { throw record.unrepeatable("it was no call of an intent") }
    let file = try open(record.start.path)
    let loaded = try load(file, id: record.start.intent)
    guard record.state != .denied else {
      throw record.unrepeatable("it was refused, so its values were not kept")
    }
    if loaded.definition.takesSecrets {
      throw record.unrepeatable("a secret that it may have been given was not kept")
    }
    let values = try record.values()
    if values.holdsMark { throw record.unrepeatable("a secret in its values was not kept") }
    return PreparedCall(file: file, loaded: loaded, kept: values.supplied(as: .journal))
  }
}

extension RunRecord {
  /// The values that the journal has; fails for a run that put back what another had found.
  func values() throws(Failure) -> ValueObject {
    guard let value = try? Value(json: Array(start.parameters.utf8), file: "").objectValue else {
      throw unrepeatable("it put back what another run had found")
    }
    return value
  }

  fileprivate func unrepeatable(_ reason: String) -> Failure {
    Failure(.againImpossible, ["run": .integer(run), "reason": .text(reason)])
  }
}
