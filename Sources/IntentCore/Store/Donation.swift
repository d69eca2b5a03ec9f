/// A run that a person started and that went well, from which suggestions learn.
package struct Donation: Sendable, Equatable {
  package var at: WallTime
  package var intent: String
  /// The absolute path of the intent's definition.
  package var path: String
  /// The values of the run as JSON, secrets left out.
  package var parameters: String

  package init(at: WallTime, intent: String, path: String, parameters: String = "{}") {
    self.at = at
    self.intent = intent
    self.path = path
    self.parameters = parameters
  }
}

/// Runs that are to be forgotten.
package enum ForgottenRuns: Sendable, Equatable {
  case all
  case of(intent: String)
  case one(Int)
}
