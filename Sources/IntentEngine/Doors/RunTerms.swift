package import IntentCore

/// What a caller says of one run besides the values of its parameters.
package struct RunTerms: Sendable {
  package var source: RunSource
  /// Ends the run after this time, else the definition says when.
  package var timeout: Duration?
  package var isConfirmed: Bool
  /// Whether the person who called may be asked.
  package var asks: Bool
  /// A key to a door that the caller gave; what a handler runs never has it.
  package var key: PresentedKey?

  package init(
    source: RunSource, timeout: Duration? = nil, isConfirmed: Bool = false, asks: Bool = false,
    key: PresentedKey? = nil
  ) {
    self.source = source
    self.timeout = timeout
    self.isConfirmed = isConfirmed
    self.asks = asks
    self.key = key
  }
}
