package import IntentCore
internal import IntentHandlers
internal import IntentPipeline

/// Deadlines that are due are honoured first, whoever missed them, each with a row of its own in the journal.
package enum HonouredDeadlines {
  package static func honour(
    _ world: World, patience: Duration = .seconds(2), cancellation: any Cancellation
  ) async throws(Failure) {
    let honoured = try await DueDeadlines.honour(world: world, patience: patience, cancellation: cancellation)
    for item in honoured {
      let start = RunStart(
        intent: item.deadline.text, path: "", source: .timer, rule: item.deadline.rule,
        at: min(item.deadline.due, item.startedAt))
      let report = RunReport(intent: start.intent, outcome: item.outcome, startedAt: item.startedAt)
      var end = RunEnd(report, at: world.clock.wall())
      end.effect = nil
      try world.store.finishRun(world.store.beginRun(start), end)
    }
  }
}

extension Deadline {
  /// What is done as the journal names it, such as `lock demo:front`.
  package var text: String {
    let parts = resource.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    return "\(action) \(parts.last.map { String(decoding: $0, as: UTF8.self) } ?? resource)"
  }

  /// Why it is done, as the journal says it.
  fileprivate var rule: String { action.utf8.elementsEqual("down".utf8) ? "stopped: limit" : "deadline" }
}
