package import IntentCore

extension Failure {
  /// What becomes of questions that nobody answers: missing values are 64, missing permission is 77.
  package init(unanswered questions: [Question], intent: String) {
    self.init(
      questions.map { question in
        switch question {
        case .value(let value):
          value.otherwise
            ?? Fault(
              .parameterMissing,
              [
                "name": .text("--\(value.parameter)"), "intent": .text(intent),
                "allowed": .list(value.choices.map(\.word)),
              ],
              parameter: value.parameter)
        case .consent(let consent):
          Fault(
            consent.reason.code,
            [
              "intent": .text(consent.intent), "path": .text(consent.path),
              "missing": .capabilities(consent.missing), "source": .text(consent.source.text),
              "reason": .text(consent.reason.text ?? ""), "rule": .text(consent.rule ?? ""),
              "command": .list(consent.isBeyondWords ? [] : consent.command),
            ])
        case .confirmation(let text):
          Fault(.consentRefused, ["intent": .text(intent), "reason": .text(text)])
        case .authentication(let authentication):
          Fault(
            .permissionDenied,
            [
              "intent": .text(intent), "path": .text(authentication.path),
              "missing": .capabilities(authentication.capabilities),
              "source": .text(authentication.source.text),
              "reason": .text(authentication.reason), "rule": "authentication",
              "command": .list(authentication.command),
            ])
        }
      })
  }
}

extension Question.ConsentQuestion.Reason {
  var code: FaultCode {
    switch self {
    case .untrusted: .definitionUntrusted
    case .changed: .definitionChanged
    case .notGranted, .denied, .expired, .usedUp: .permissionDenied
    }
  }

  /// The reason for people, `nil` where the code says it.
  var text: String? {
    switch self {
    case .untrusted, .changed, .notGranted: nil
    case .denied: "a rule of yours denies it"
    case .expired: "the grant has expired"
    case .usedUp: "the grant is used up"
    }
  }
}

extension Question.AuthenticationQuestion {
  /// The reason for people.
  var reason: String {
    if !refusal.isEmpty { return refusal }
    return need == .unlocked ? "the login session is not known to be unlocked" : "it needs an authentication"
  }

  /// The words of the command that would record the authentication with the grants; none where each run asks.
  var command: [String] {
    if capabilities.isEmpty { return [] }
    return ["runintent", "grant", operand] + (source == .terminal ? [] : ["--source", source.text])
  }
}

extension Question.ConsentQuestion {
  /// The words of the command that would allow it: what runs is trusted, from where it runs is granted, and a
  /// denial is taken back. They never name what a caller chose.
  package var command: [String] {
    let place = source == .terminal ? [] : ["--source", source.text]
    return switch reason {
    case .untrusted, .changed: ["runintent", "trust", operand] + place
    case .notGranted, .expired, .usedUp: ["runintent", "grant", operand] + place
    case .denied: ["runintent", "grant", "--remove", operand, "--deny", "--source", source.text]
    }
  }

  /// The rule as the journal names it, `nil` where the code of the fault does.
  var rule: String? {
    switch reason {
    case .untrusted, .changed: nil
    case .notGranted: "not granted to \(source.text)"
    case .denied: "denied to \(source.text)"
    case .expired: "the grant to \(source.text) expired"
    case .usedUp: "the grant to \(source.text) is used up"
    }
  }

  /// What a caller may choose no standing word covers: there is no command that would allow it.
  var isBeyondWords: Bool { reason != .denied && missing.contains(where: \.isOpen) }
}
