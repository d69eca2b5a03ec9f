package import IntentCore
internal import IntentHandlers
internal import IntentLoading
package import IntentPipeline

extension Engine {
  /// The run of a number; fails with `run.unknown` when there is none.
  package func record(numbered number: Int) throws(Failure) -> RunRecord {
    let records = try world.store.runs(JournalQuery(limit: 1, numbers: number...number))
    guard let record = records.first else { throw Failure(.runUnknown, ["run": .integer(number)]) }
    return record
  }

  /// The last call that was not refused.
  package func lastCall() throws(Failure) -> RunRecord {
    guard let last = try world.store.calls(limit: 1000).first,
      let record = try? record(numbered: last.run)
    else { throw Failure(.againImpossible, ["reason": "nothing ran yet"]) }
    return record
  }

  /// The last run that changed a state which can be put back.
  package func lastChange() throws(Failure) -> RunRecord {
    let records = try world.store.runs(JournalQuery(limit: 1, states: [.finished], hasEffect: true))
    if let last = records.first { return last }
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
    let effect = try reversibleEffect(of: record)
    let file = try library.open(record.start.path)
    var loaded = try library.load(file, id: record.start.intent)
    let summary = record.start.summary.isEmpty ? record.start.intent : record.start.summary
    loaded.definition = try loaded.definition.reversed(
      record, effect,
      summary: text(
        "Undo run ${run}: ${summary}", ["run": .integer(record.run), "summary": .string(summary)]))
    return await IntentRun(self, terms, through: door).run(loaded, file, [])
  }

  /// Fails with `undo.not-possible` for a run that changed nothing of the kind, and with `state.changed` where a
  /// later run changed the same.
  private func reversibleEffect(of record: RunRecord) throws(Failure) -> RunEffect {
    guard let effect = record.end?.effect, record.state == .finished,
      effect.resource.utf8.contains(UInt8(ascii: ":"))
    else {
      throw record.irreversible(
        record.state == .finished
          ? "it changed no state that can be put back" : "it did not finish (\(record.state.rawValue))")
    }
    let query = JournalQuery(limit: .max, numbers: record.run + 1...Int.max, hasEffect: true)
    let later = try world.store.runs(query).last {
      $0.end?.effect?.resource.utf8.elementsEqual(effect.resource.utf8) ?? false
    }
    guard let later else { return effect }
    throw Failure(.stateChanged, ["name": .text(effect.resource), "run": .integer(later.run)])
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

  fileprivate func irreversible(_ reason: String) -> Failure {
    Failure(.undoImpossible, ["run": .integer(run), "reason": .text(reason)])
  }

  fileprivate func unrepeatable(_ reason: String) -> Failure {
    Failure(.againImpossible, ["run": .integer(run), "reason": .text(reason)])
  }
}

extension IntentDefinition {
  /// The definition of the run that puts the state back which a run found, with nothing left to choose: its trust and
  /// grants are what the gate asks, for what putting back needs. The handler looks again, when nobody else can act,
  /// whether the state is still the one that the run left.
  fileprivate func reversed(
    _ record: RunRecord, _ effect: RunEffect, summary: String
  ) throws(Failure) -> IntentDefinition {
    // The resource and what has the state, such as `vpn` and `demo:work`.
    let parts = effect.resource.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1).map(Substring.init)
    guard let way = HandlerRegistry.live.find(handler)?.descriptor.undo, parts.count == 2,
      way.resource == parts[0], let state = way.states.first(where: { $0.found == effect.found })
    else { throw record.irreversible("its definition cannot bring back \(effect.found)") }
    var definition = self
    definition.with = [
      (way.target, .literal(.string(String(parts[1])))), ("state", .literal(.string(state.wish))),
      ("expect", .literal(.string(effect.left))),
    ]
    for key in way.kept {
      if let own = with(key), own.references.isEmpty { definition.with.append((key, own)) }
    }
    definition.parameters = []
    definition.isReversal = true
    definition.result = ResultShape()
    definition.summary = .literal(.string(summary))
    if definition.confirm != nil { definition.confirm = .literal(.string(summary)) }
    return definition
  }
}
