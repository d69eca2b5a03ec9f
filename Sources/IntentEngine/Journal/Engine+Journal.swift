package import IntentCore
internal import IntentHandlers
internal import IntentLoading
package import IntentPipeline

extension Engine {
  /// The run of a number; fails with `run.unknown` when there is none.
  package func record(numbered number: Int) throws(Failure) -> RunRecord {
    let records = try world.store.runs(JournalQuery(limit: .max, since: number))
    guard let record = records.last, record.run == number else {
      throw Failure(.runUnknown, ["run": .integer(number)])
    }
    return record
  }

  /// The last call that was not refused.
  package func lastCall() throws(Failure) -> RunRecord {
    guard let last = try world.store.calls(limit: 1000).first,
      let record = try world.store.runs(JournalQuery(limit: .max, since: last.run)).last
    else { throw Failure(.againImpossible, ["reason": "nothing ran yet"]) }
    return record
  }

  /// The last run that changed a state which can be put back.
  package func lastChange() throws(Failure) -> RunRecord {
    let records = try world.store.runs(JournalQuery(limit: 1000, states: [.finished]))
    if let last = records.first(where: { $0.end?.effect != nil }) { return last }
    throw Failure(.undoImpossible, ["reason": "no run changed a state that can be put back"])
  }

  /// The call that a run of the journal was; fails where not all of its values were kept.
  package func call(of record: RunRecord) throws(Failure) -> IntentCall {
    guard !record.start.path.utf8.isEmpty else { throw record.unrepeatable("it was no call of an intent") }
    let file = try library.open(record.start.path)
    let loaded = try library.load(file, id: record.start.intent)
    guard record.state != .denied else {
      throw record.unrepeatable("it was refused, so its values were not kept")
    }
    if loaded.definition.takesSecrets {
      throw record.unrepeatable("a secret that it may have been given was not kept")
    }
    let values = try record.values()
    if values.holdsMark { throw record.unrepeatable("a secret in its values was not kept") }
    return IntentCall(file: file, loaded: loaded, kept: values.supplied(as: .journal))
  }

  /// Puts the state back that a run found, through the same gate and as a run of its own.
  package func undo(
    _ record: RunRecord, on terms: RunTerms, through door: any FrontDoor
  ) async throws(Failure) -> RunReport {
    let undo = try Undo(record, world.store)
    let file = try library.open(record.start.path)
    var loaded = try library.load(file, id: record.start.intent)
    let summary = text(
      "Undo run ${run}: ${summary}", ["run": .integer(record.run), "summary": .string(undo.summary)])
    loaded.definition = try undo.definition(
      from: loaded.definition, by: HandlerRegistry.live.find(loaded.definition.handler)?.descriptor.undo,
      summary: summary)
    return await IntentRun(self, terms, through: door).run(loaded, file, [])
  }
}

extension RunRecord {
  /// The values that the journal has; fails for a run that put back what another had found.
  package func values() throws(Failure) -> ValueObject {
    guard let value = try? Value(json: Array(start.parameters.utf8), file: "").objectValue else {
      throw unrepeatable("it put back what another run had found")
    }
    return value
  }

  fileprivate func unrepeatable(_ reason: String) -> Failure {
    Failure(.againImpossible, ["run": .integer(run), "reason": .text(reason)])
  }
}
