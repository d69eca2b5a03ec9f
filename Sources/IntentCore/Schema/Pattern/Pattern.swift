/// A regular expression that is matched in time linear in the text: the regular part of ECMA-262 (with its
/// `u` flag), without back-references and look-around.
package struct Pattern: Sendable {
  package let source: String
  private let program: PatternProgram

  /// Compiles the pattern; `definition.pattern` tells why it cannot be.
  package init(_ source: String) throws(Failure) {
    self.source = source
    do throws(PatternError) {
      var parser = PatternParser(source)
      program = try PatternProgram(try parser.parse())
    } catch {
      throw Failure(
        .definitionPattern,
        ["value": .text(source), "reason": .text(error.reason), "offset": .integer(error.offset)])
    }
  }

  /// Whether the pattern matches anywhere in the text.
  package func matches(_ text: String) -> Bool { program.matches(text) }
}

/// Why a pattern cannot be used, and at which scalar of it.
struct PatternError: Error {
  var reason: String
  var offset: Int
}
