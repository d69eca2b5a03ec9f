internal import Redaction

/// Why something could not be done: every fault that was found, at least one.
package struct Failure: Error, Sendable, Equatable {
  package var faults: [Fault]

  package init(_ faults: [Fault]) { self.faults = faults }

  package init(
    _ code: FaultCode, _ arguments: KeyValuePairs<String, FaultArgument> = [:],
    at location: SourceLocation? = nil, parameter: String? = nil
  ) { faults = [Fault(code, arguments, at: location, parameter: parameter)] }

  /// The status of the first error: faults of one failure are of one kind.
  package var status: ExitStatus {
    (faults.first { $0.severity == .error } ?? faults.first)?.status ?? .internalError
  }

  /// The same faults as warnings.
  package var asWarnings: [Fault] { faults.map { $0.with(.warning) } }

  /// The same without what a caller gave.
  package var withoutValues: Failure { Failure(faults.map(\.withoutValues)) }
}

/// One thing that is wrong: a stable code, the facts its wording needs, and where it is.
package struct Fault: Sendable, Equatable {
  package enum Severity: Sendable, Equatable { case error, warning }

  package var code: FaultCode
  package var severity: Severity
  package var arguments: [(name: String, value: FaultArgument)]
  package var location: SourceLocation?
  package var parameter: String?

  package init(
    _ code: FaultCode, _ arguments: KeyValuePairs<String, FaultArgument> = [:],
    at location: SourceLocation? = nil, parameter: String? = nil, severity: Severity = .error
  ) {
    (self.code, self.severity) = (code, severity)
    self.arguments = arguments.map { ($0.key, $0.value) }
    (self.location, self.parameter) = (location, parameter)
  }

  package subscript(name: String) -> FaultArgument? { arguments.first { $0.name == name }?.value }

  package static func == (left: Fault, right: Fault) -> Bool {
    left.code == right.code && left.severity == right.severity && left.location == right.location
      && left.parameter == right.parameter
      && left.arguments.elementsEqual(right.arguments) { $0.name == $1.name && $0.value == $1.value }
  }

  /// The status that this fault alone would end a run with.
  package var status: ExitStatus {
    if code == .interrupted, case .integer(let number)? = self["signal"] {
      return .signal(Int32(truncatingIfNeeded: number))
    }
    if code == .upstreamFailed, case .integer(let status)? = self["status"] {
      return .upstream(Int32(truncatingIfNeeded: status))
    }
    return code.status
  }

  /// The same fault with another severity.
  package func with(_ severity: Severity) -> Fault {
    var fault = self
    fault.severity = severity
    return fault
  }

  /// The same without what a caller gave: what was given may be secret, and so may what is near to it.
  package var withoutValues: Fault {
    var fault = self
    for index in fault.arguments.indices {
      switch fault.arguments[index].name {
      case "value", "found": fault.arguments[index].value = .text(Redactor.mark)
      case "suggestion", "hint": fault.arguments[index].value = ""
      default: continue
      }
    }
    // Where in a text a fault is, is shown with the text.
    fault.location = nil
    return fault
  }
}

/// A fact that the wording of a fault needs.
package enum FaultArgument: Sendable, Equatable, ExpressibleByStringLiteral {
  case text(String)
  case list([String])
  case integer(Int)
  case capabilities([Capability])

  package init(stringLiteral value: String) { self = .text(value) }
}

/// The exit statuses of the command, in the spirit of sysexits(3).
package enum ExitStatus: Sendable, Equatable {
  case done, failed, usage, badValue, notFound, unavailable, internalError, inputOutput, tryLater, notAllowed
  case badDefinition, deadline
  /// Ended by this signal.
  case signal(Int32)
  /// A child's own status, passed on because it was asked for.
  case handler(Int32)
  /// That of the intent before, which failed.
  case upstream(Int32)

  /// The statuses that help explains, in its order.
  package static let explained: [ExitStatus] = [
    .done, .failed, .usage, .badValue, .notFound, .unavailable, .internalError, .inputOutput, .tryLater,
    .notAllowed, .badDefinition, .deadline, .signal(0),
  ]

  package var code: Int32 { row.code }

  /// What help says of it.
  package var meaning: String { row.meaning }

  private var row: (code: Int32, meaning: String) {
    switch self {
    case .done: (0, "done")
    case .failed: (1, "the handler says that it failed")
    case .usage: (64, "a wrong call, a parameter is missing")
    case .badValue: (65, "a bad value")
    case .notFound: (66, "no such intent or entity")
    case .unavailable: (69, "not available, offline")
    case .internalError: (70, "a fault of runintent itself")
    case .inputOutput: (74, "reading or writing failed")
    case .tryLater: (75, "busy, try later")
    case .notAllowed: (77, "not allowed")
    case .badDefinition: (78, "a bad definition or configuration")
    case .deadline: (124, "not done in time")
    case .signal(let number): (128 + number, "ended by signal N")
    case .handler(let status), .upstream(let status): (status, "")
    }
  }

  /// The status of our own with this number; `nil` when there is none.
  package init?(code: Int32) {
    let known = code > 128 ? .signal(code - 128) : Self.explained.first { $0.code == code }
    guard let known else { return nil }
    self = known
  }
}
