internal import IntentCore

/// What would put the state back that a run found.
struct Undo {
  private let record: RunRecord
  private let effect: RunEffect
  /// The resource and what has the state, such as `vpn` and `demo:work`.
  private let kind: String
  private let target: String

  /// Fails with `undo.not-possible` for a run that changed nothing of the kind, and with `state.changed` where a
  /// later run changed the same.
  init(_ record: RunRecord, _ store: any StateStore) throws(Failure) {
    let number = FaultArgument.integer(record.run)
    guard let effect = record.end?.effect, record.state == .finished,
      let colon = effect.resource.utf8.firstIndex(of: UInt8(ascii: ":"))
    else {
      let reason =
        record.state == .finished
        ? "it changed no state that can be put back" : "it did not finish (\(record.state.rawValue))"
      throw Failure(.undoImpossible, ["run": number, "reason": .text(reason)])
    }
    let later = try store.runs(JournalQuery(limit: .max, since: record.run + 1)).last {
      $0.end?.effect?.resource.utf8.elementsEqual(effect.resource.utf8) ?? false
    }
    if let later {
      throw Failure(.stateChanged, ["name": .text(effect.resource), "run": .integer(later.run)])
    }
    self.record = record
    self.effect = effect
    kind = String(effect.resource[..<colon])
    target = String(effect.resource[colon...].dropFirst())
  }

  var summary: String { record.start.summary.isEmpty ? record.start.intent : record.start.summary }

  /// The definition of the run with nothing left to choose: its trust and grants are what the gate asks, for what
  /// putting back needs. The handler looks again, when nobody else can act, whether the state is still the one
  /// that the run left.
  func definition(
    from original: IntentDefinition, by way: HandlerDescriptor.Undo?, summary: String
  ) throws(Failure) -> IntentDefinition {
    guard let way, way.resource == kind, let state = way.states.first(where: { $0.found == effect.found })
    else {
      throw Failure(
        .undoImpossible,
        ["run": .integer(record.run), "reason": .text("its definition cannot bring back \(effect.found)")])
    }
    var definition = original
    definition.with = [
      (way.target, .literal(.string(target))), ("state", .literal(.string(state.wish))),
      ("expect", .literal(.string(effect.left))),
    ]
    for key in way.kept {
      if let own = original.with(key), own.references.isEmpty { definition.with.append((key, own)) }
    }
    definition.parameters = []
    definition.isReversal = true
    definition.result = ResultShape()
    definition.summary = .literal(.string(summary))
    if definition.confirm != nil { definition.confirm = .literal(.string(summary)) }
    return definition
  }
}
