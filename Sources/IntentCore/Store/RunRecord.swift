/// What the journal is told before a run acts.
package struct RunStart: Sendable, Equatable {
  package var intent: String
  package var path: String
  package var source: RunSource
  /// The resolved parameters as JSON, secrets left out.
  package var parameters: String
  /// What the run is to do in one line for people, secrets left out; empty for what was refused before.
  package var summary: String
  package var capabilities: [String]
  /// The rule that let the run pass or stopped it.
  package var rule: String
  /// Whether the row must be on the disk before the run acts.
  package var isDurable: Bool
  package var at: WallTime
  /// The permissions of which the run uses one up.
  package var redeems: [Grant]

  package init(
    intent: String, path: String, source: RunSource, parameters: String = "{}",
    summary: String = "", capabilities: [String] = [], rule: String = "", isDurable: Bool = false,
    at: WallTime, redeems: [Grant] = []
  ) {
    (self.intent, self.path, self.source, self.parameters) = (intent, path, source, parameters)
    (self.summary, self.capabilities, self.rule) = (summary, capabilities, rule)
    (self.isDurable, self.at, self.redeems) = (isDurable, at, redeems)
  }

  /// What becomes of a run whose permission somebody else used up, or took back, since the decision.
  package var usedUp: Failure {
    Failure(
      .permissionDenied,
      [
        "intent": .text(intent), "path": .text(path), "source": .text(source.text),
        "reason": "the permission is used up",
        "command": .list(["runintent", "allow", intent] + source.who.options),
      ])
  }
}

/// What the journal is told when a run has ended.
package struct RunEnd: Sendable, Equatable {
  package var state: RunState
  package var exitCode: Int32
  /// The stable code of what went wrong.
  package var code: String?
  package var dialog: String
  package var at: WallTime
  /// What the run changed, where that can be put back.
  package var effect: RunEffect?

  package init(
    state: RunState, exitCode: Int32, code: String? = nil, dialog: String = "", at: WallTime,
    effect: RunEffect? = nil
  ) {
    (self.effect, self.state, self.exitCode) = (effect, state, exitCode)
    (self.code, self.dialog, self.at) = (code, dialog, at)
  }
}

/// A run that has ended, with all that its row holds.
package struct FinishedRun: Sendable, Equatable {
  package var start: RunStart
  package var end: RunEnd

  package init(start: RunStart, end: RunEnd) { (self.start, self.end) = (start, end) }
}

/// The state of a run in the journal.
package enum RunState: String, Sendable, CaseIterable {
  case denied
  case authorised
  case started
  case finished
  case failed
  case timedOut = "timed out"
  case killed
  /// The process ended without a word; whether the run acted is not known.
  case unknown
}

/// One row of the journal.
package struct RunRecord: Sendable, Equatable {
  package var run: Int
  package var start: RunStart
  package var state: RunState
  package var end: RunEnd?

  package init(run: Int, start: RunStart, state: RunState, end: RunEnd?) {
    (self.run, self.start, self.state, self.end) = (run, start, state, end)
  }
}

/// Which rows of the journal are wanted, newest first.
package struct JournalQuery: Sendable, Equatable {
  package var limit: Int
  package var intent: String?
  /// Only these states; empty for all.
  package var states: [RunState]
  /// Only the runs of these numbers.
  package var numbers: ClosedRange<Int>
  /// Only those that changed a state which can be put back.
  package var hasEffect: Bool

  package init(
    limit: Int = 20, intent: String? = nil, states: [RunState] = [], numbers: ClosedRange<Int> = 0...Int.max,
    hasEffect: Bool = false
  ) {
    (self.limit, self.intent, self.states) = (limit, intent, states)
    (self.numbers, self.hasEffect) = (numbers, hasEffect)
  }
}

/// A call of an intent that the journal has: neither a refusal, nor a step of another run, nor a deadline.
package struct PastCall: Sendable, Equatable {
  package var run: Int
  package var at: WallTime
  package var intent: String
  /// The absolute path of the intent's definition.
  package var path: String
  /// The values of the run as JSON, secrets left out; `null` where they do not make the call.
  package var parameters: String
  /// Whether a person made the call, or a script of theirs, and it went well: suggestions learn from that.
  package var isDonation: Bool

  package init(
    run: Int, at: WallTime, intent: String, path: String, parameters: String = "{}", isDonation: Bool = true
  ) {
    (self.run, self.at, self.intent) = (run, at, intent)
    (self.path, self.parameters, self.isDonation) = (path, parameters, isDonation)
  }
}

/// Runs that are to be forgotten.
package enum ForgottenRuns: Sendable, Equatable {
  case all
  case of(intent: String)
  case one(Int)
}
