internal import Redaction

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
    self.code = code
    self.severity = severity
    self.arguments = arguments.map { ($0.key, $0.value) }
    self.location = location
    self.parameter = parameter
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
