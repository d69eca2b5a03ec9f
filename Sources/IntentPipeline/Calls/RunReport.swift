package import IntentCore

/// What became of a run that reached its handler or was stopped before.
package struct RunReport: Sendable {
  package var intent: String
  /// The number of the run in the journal, `nil` when no row was written.
  package var run: Int?
  package var outcome: RunOutcome
  package var startedAt: WallTime
  package var duration: Duration
  package var warnings: [Fault]

  package init(
    intent: String, run: Int? = nil, outcome: RunOutcome, startedAt: WallTime,
    duration: Duration = .zero, warnings: [Fault] = []
  ) {
    self.intent = intent
    self.run = run
    self.outcome = outcome
    self.startedAt = startedAt
    self.duration = duration
    self.warnings = warnings
  }

  package var status: ExitStatus {
    switch outcome {
    case .answered(let result): result.isFailure ? .failed : .done
    case .failed(let failure): failure.status
    }
  }
}

/// Does the work under a cancellation that also comes when the limit has passed.
package typealias TimeLimit =
  @Sendable (
    _ limit: Duration, _ parent: any Cancellation, _ work: @Sendable (any Cancellation) async -> RunReport
  ) async -> RunReport
