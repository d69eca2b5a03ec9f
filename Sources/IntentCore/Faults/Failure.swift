package import JSON

/// Why something could not be done: every fault that was found, at least one.
package struct Failure: Error, Sendable, Equatable {
  package var faults: [Fault]

  package init(_ faults: [Fault]) { self.faults = faults }

  package init(
    _ code: FaultCode, _ arguments: KeyValuePairs<String, FaultArgument> = [:],
    at location: SourceLocation? = nil, parameter: String? = nil
  ) {
    faults = [Fault(code, arguments, at: location, parameter: parameter)]
  }

  /// The status of the first error: faults of one failure are of one kind.
  package var status: ExitStatus {
    (faults.first { $0.severity == .error } ?? faults.first)?.status ?? .internalError
  }
}

extension Failure {
  /// The same faults as warnings.
  package var asWarnings: [Fault] { faults.map { $0.with(.warning) } }
}

extension Fault {
  /// The same fault with another severity.
  package func with(_ severity: Severity) -> Fault {
    var fault = self
    fault.severity = severity
    return fault
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
}
