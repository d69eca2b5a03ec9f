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
          // What a caller may choose no standing word covers: there is no command that would allow it.
          Fault(
            consent.reason.code,
            [
              "intent": .text(consent.intent), "path": .text(consent.path),
              "missing": .capabilities(consent.missing), "source": .text(consent.source.text),
              "command": .list(consent.missing.contains(where: \.isOpen) ? [] : consent.command),
            ])
        case .confirmation(let text):
          Fault(.consentRefused, ["intent": .text(intent), "reason": .text(text)])
        case .authentication(let reason):
          Fault(.permissionDenied, ["intent": .text(intent), "reason": .text(reason)])
        }
      })
  }
}

extension Question.ConsentQuestion.Reason {
  var code: FaultCode {
    switch self {
    case .untrusted: .definitionUntrusted
    case .changed: .definitionChanged
    case .notGranted: .permissionDenied
    }
  }
}

extension Question.ConsentQuestion {
  /// The words of the command that would allow it.
  package var command: [String] {
    ["runintent", "trust", operand] + (source == .terminal ? [] : ["--source", source.text])
  }
}
