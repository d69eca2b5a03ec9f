package import JSON

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

  package subscript(name: String) -> FaultArgument? {
    arguments.first { $0.name == name }?.value
  }

  package static func == (left: Fault, right: Fault) -> Bool {
    left.code == right.code && left.severity == right.severity && left.location == right.location
      && left.parameter == right.parameter
      && left.arguments.elementsEqual(right.arguments) { $0.name == $1.name && $0.value == $1.value }
  }
}
