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
    self.run = run
    self.at = at
    self.intent = intent
    self.path = path
    self.parameters = parameters
    self.isDonation = isDonation
  }
}

/// Runs that are to be forgotten.
package enum ForgottenRuns: Sendable, Equatable {
  case all
  case of(intent: String)
  case one(Int)
}
