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

  /// The same faults as warnings.
  package var asWarnings: [Fault] { faults.map { $0.with(.warning) } }

  /// The same without what a caller gave.
  package var withoutValues: Failure { Failure(faults.map(\.withoutValues)) }
}
