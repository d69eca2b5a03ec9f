/// One thing that is wrong with text that should be JSON, and where.
package struct JSONFault: Sendable, Equatable {
  package enum Problem: Sendable, Equatable {
    /// What stands there, what belongs there, and advice for whoever wrote it.
    case syntax(found: String, expected: String? = nil, hint: String? = nil)
    /// A word that is no value, as it is quoted, and the one that was surely meant.
    case word(String, found: String, meant: String?)
    case number(found: String, hint: String)
    /// A byte, as in `0xFF`, that is not UTF-8.
    case encoding(byte: String, offset: Int)
    /// The document begins with the mark of an encoding.
    case byteOrderMark(String)
    case surrogate(found: String, hint: String)
    case duplicateKey(String)
    case depth(limit: Int)
    case size(Int, limit: Int)
    case nul
    case empty
  }

  package var problem: Problem
  package var location: SourceLocation

  init(_ problem: Problem, at location: SourceLocation) {
    (self.problem, self.location) = (problem, location)
  }
}

/// Why bytes are no JSON document: every fault that reading could go past, at least one and at most twenty.
package struct JSONError: Error, Sendable, Equatable {
  package var faults: [JSONFault]
}
