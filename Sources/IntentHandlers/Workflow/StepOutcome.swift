internal import IntentCore

/// How a step, or a list of steps, ended.
enum StepOutcome: Sendable {
  case next
  /// The workflow answers, and does no more than `finally`.
  case returned(IntentResult)
  /// The answer of the intent that failed, or what kept it from answering.
  case failed(RunOutcome)

  static func failed(by failure: Failure) -> StepOutcome { .failed(.failed(failure)) }
}

extension RunOutcome {
  private var fault: Fault? {
    switch self {
    case .answered(let result): if case .failed(let fault) = result.outcome { fault } else { nil }
    case .failed(let failure): failure.faults.first
    }
  }

  private var status: ExitStatus {
    switch self {
    case .answered(let result): result.isFailure ? .failed : .done
    case .failed(let failure): failure.status
    }
  }

  /// What steps see of a failure: `${error.code}`, `${error.message}`, `${error.exitCode}`.
  var errorValue: Value {
    let code = fault?.code.id ?? ""
    var message = code
    if case .answered(let result) = self, !result.dialog.utf8.isEmpty { message = result.dialog }
    return .object([
      "code": .string(code), "message": .string(message), "exitCode": .integer(Int(status.code)),
    ])
  }

  /// What later steps see of an answer.
  var stepValue: Value {
    var exitCode = Int(status.code)
    let value: Value
    let dialog: String
    let word: String
    switch self {
    case .answered(let result):
      (value, dialog, word) = (result.value, result.dialog, result.isFailure ? "failed" : "done")
      switch result.handler {
      case .status(let code)?: exitCode = Int(code)
      case .signal(let number)?: exitCode = 128 + Int(number)
      case nil: break
      }
    case .failed(let failure):
      (value, dialog, word) = (.null, "", failure.status == .notAllowed ? "denied" : "error")
    }
    return .object([
      "value": value, "dialog": .string(dialog), "status": .string(word), "exitCode": .integer(exitCode),
    ])
  }

  /// Whether a failure is one that waiting may mend; what is forbidden or written wrongly stays so.
  func mayPass(isIdempotent: Bool) -> Bool {
    switch status {
    case .failed, .unavailable, .tryLater:
      let unclear: [FaultCode] = [.lockUnknown, .vpnInterrupted, .commandSignal]
      return isIdempotent || fault.map { !unclear.contains($0.code) } ?? true
    case .deadline: return isIdempotent
    default: return false
    }
  }
}
