internal import CPlatform

/// What is known of the terminal behind a stream.
package struct TerminalFacts: Sendable, Equatable {
  package var isTerminal: Bool
  /// The columns, by the terminal or else by `COLUMNS`.
  package var width: Int?
  /// The value of `TERM`, empty when it is unset.
  package var name: String

  package init(isTerminal: Bool, width: Int?, name: String) {
    self.isTerminal = isTerminal
    self.width = width
    self.name = name
  }

  /// Asks the terminal behind a descriptor.
  package init(_ descriptor: Int32, _ environment: Environment) {
    let columns = cplatform_terminal_width(descriptor)
    isTerminal = columns >= 0
    width =
      columns > 0 ? Int(columns) : environment["COLUMNS"].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    name = environment["TERM"] ?? ""
  }
}
