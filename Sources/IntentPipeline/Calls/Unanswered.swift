package import IntentCore

extension Failure {
  /// What becomes of questions that nobody answers: missing values are 64, missing permission is 77.
  package init(unanswered questions: [Question], intent: String) {
    self.init(
      questions.map { question in
        switch question {
        case .value(let value): value.otherwise ?? value.missing(intent)
        case .consent(let consent): consent.fault
        case .confirmation(let text):
          Fault(.consentRefused, ["intent": .text(intent), "reason": .text(text)])
        case .authentication(let authentication): authentication.fault
        }
      })
  }
}

extension Question.ValueQuestion {
  fileprivate func missing(_ intent: String) -> Fault {
    Fault(
      .parameterMissing,
      ["name": .text("--\(parameter)"), "intent": .text(intent), "allowed": .list(choices.map(\.word))],
      parameter: parameter)
  }
}

extension Question.AuthenticationQuestion {
  fileprivate var fault: Fault {
    let reason =
      !refusal.isEmpty
      ? refusal
      : need == .unlocked ? "the login session is not known to be unlocked" : "it needs an authentication"
    // The command that would record the authentication with the permissions; none where each run asks.
    return Fault(
      .permissionDenied,
      [
        "intent": .text(intent), "path": .text(path), "missing": .capabilities(capabilities),
        "source": .text(source.text), "reason": .text(reason), "rule": "authentication",
        "command": .list(capabilities.isEmpty ? [] : ["runintent", "allow", operand] + source.who.options),
      ])
  }
}

extension Question.ConsentQuestion {
  /// What it is called, why for people, and the rule as the journal names it; both are empty where the code says it.
  /// What a caller may choose no lasting word covers: then there is no command that would allow it.
  fileprivate var fault: Fault {
    let (code, reason, rule): (FaultCode, String, String) =
      switch self.reason {
      case .notAllowed: (.permissionDenied, "", "not allowed: \(source.who.text)")
      case .changed: (.definitionChanged, "", "")
      case .denied: (.permissionDenied, "you denied it", "denied: \(source.who.text)")
      case .expired:
        (.permissionDenied, "the permission has expired", "the permission expired: \(source.who.text)")
      case .usedUp:
        (.permissionDenied, "the permission is used up", "the permission is used up: \(source.who.text)")
      }
    // A caller chooses it: no word would allow it, but the definition can be otherwise.
    let isBeyondWords = self.reason != .denied && missing.contains(where: \.isOpen)
    return Fault(
      code,
      [
        "intent": .text(intent), "path": .text(path), "missing": .capabilities(missing),
        "source": .text(source.text), "reason": .text(reason), "rule": .text(rule),
        "command": .list(isBeyondWords ? [] : command), "hint": .text(isBeyondWords ? Self.waysOut : ""),
      ])
  }

  /// What a definition can do where a caller chooses what it runs or touches.
  package static let waysOut =
    "a caller chooses what it runs: write a script of your own that takes the value, or give it a \"sandbox\""

  /// The words of the command that would allow it, or take the denial back. They never name what a caller chose.
  package var command: [String] {
    ["runintent", reason == .denied ? "revoke" : "allow", operand] + source.who.options
  }
}
