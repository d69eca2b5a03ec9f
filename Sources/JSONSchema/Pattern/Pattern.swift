/// A regular expression that is matched in time linear in the text: the regular part of ECMA-262 (with its
/// `u` flag), without back-references and look-around.
package struct Pattern: Sendable {
  package let source: String
  private let program: PatternProgram

  package init(_ source: String) throws(PatternError) {
    self.source = source
    var parser = PatternParser(source)
    program = try PatternProgram(try parser.parse())
  }

  /// Whether the pattern matches anywhere in the text.
  package func matches(_ text: String) -> Bool { program.matches(text) }
}

/// Why a pattern cannot be used, and at which scalar of it.
package struct PatternError: Error, Sendable, Equatable {
  package var reason: String
  package var offset: Int
}
