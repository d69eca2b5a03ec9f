internal import IntentCore
internal import IntentPipeline

/// How a step, or a list of steps, ended.
enum StepOutcome: Sendable {
  case next
  /// The workflow answers, and does no more than `finally`.
  case returned(IntentResult)
  case failed(StepFailure)
}

/// Why a step failed: the answer of the intent that it ran, or what kept it from answering.
struct StepFailure: Sendable {
  var outcome: RunOutcome
  /// Whether what it did is not known, so that only what may be done twice is tried again.
  var isUnclear = false

  init(_ outcome: RunOutcome) { self.outcome = outcome }

  init(_ failure: Failure) { outcome = .failed(failure) }

  var fault: Fault? {
    switch outcome {
    case .answered(let result): if case .failed(let fault) = result.outcome { fault } else { nil }
    case .failed(let failure): failure.faults.first
    }
  }

  var status: ExitStatus {
    switch outcome {
    case .answered: .failed
    case .failed(let failure): failure.status
    }
  }

  /// What steps see of it: `${error.code}`, `${error.message}`, `${error.exitCode}`.
  var value: Value {
    var message = ""
    if case .answered(let result) = outcome { message = result.dialog }
    let code = fault?.code.id ?? ""
    return .object([
      "code": .string(code), "message": .string(message.isEmpty ? code : message),
      "exitCode": .integer(Int(status.code)),
    ])
  }

  /// A failure that waiting may mend; what is forbidden or written wrongly stays so.
  func mayPass(isIdempotent: Bool) -> Bool {
    switch status {
    case .failed, .unavailable, .tryLater:
      guard let fault,
        fault.code == .lockUnknown || fault.code == .vpnInterrupted || fault.code == .commandSignal
      else { return true }
      return isIdempotent
    case .deadline: return isIdempotent
    default: return false
    }
  }
}

extension RunReport {
  /// What later steps see of an answer.
  var stepValue: Value {
    switch outcome {
    case .answered(let result):
      var exitCode = Int(status.code)
      switch result.handler {
      case .status(let code)?: exitCode = Int(code)
      case .signal(let number)?: exitCode = 128 + Int(number)
      case nil: break
      }
      return .object(
        ValueObject(uniqueMembers: [
          ("value", result.value), ("dialog", .string(result.dialog)),
          ("status", .string(result.isFailure ? "failed" : "done")), ("exitCode", .integer(exitCode)),
        ]))
    case .failed(let failure):
      let status = failure.status == .notAllowed ? "denied" : "error"
      return .object(
        ValueObject(uniqueMembers: [
          ("value", .null), ("dialog", ""), ("status", .string(status)),
          ("exitCode", .integer(Int(failure.status.code))),
        ]))
    }
  }
}
