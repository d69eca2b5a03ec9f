package import IntentCore

/// What was found about one thing that runs depend on.
package struct Diagnosis: Sendable {
  package enum State: String, Sendable {
    case good
    /// Not there, and nothing is missing for it.
    case absent
    case bad
  }

  /// The stable name, such as `store`.
  package var name: String
  package var state: State
  package var text: String
  /// What was seen, a line each.
  package var details: [String] = []
  /// The faults that were found.
  package var faults: [Fault] = []
  /// Whether the faults are why it could not be looked at, so that what they say to do is the advice.
  package var isFailed = false
  /// What is to be allowed before it works.
  package var plan: AutomationPlan?
  /// What to do, a line each.
  package var advice: [String] = []
  /// The text of a file that would mend it, as it is.
  package var rule: String?

  package init(
    name: String, state: State, text: String, details: [String] = [], faults: [Fault] = [],
    advice: [String] = []
  ) {
    self.name = name
    self.state = state
    self.text = text
    self.details = details
    self.faults = faults
    self.advice = advice
  }

  /// What could not be looked at.
  package static func failed(_ name: String, _ text: String, _ failure: Failure) -> Diagnosis {
    var diagnosis = Diagnosis(name: name, state: .bad, text: text, faults: failure.faults)
    diagnosis.isFailed = true
    return diagnosis
  }
}
