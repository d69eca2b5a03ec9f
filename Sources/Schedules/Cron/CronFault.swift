/// What is wrong with a schedule's text, and where.
package struct CronFault: Error, Sendable, Equatable {
  package enum Problem: Sendable, Equatable {
    /// Other than five fields; how many there are.
    case fields(Int)
    case macro
    /// `@reboot` names no time.
    case reboot
    case empty
    case syntax
    /// A number outside of the field's range.
    case range
    case reversed
    case step
    /// A step after a single number, which means nothing to cron.
    case stepWithoutRange
    case never
  }

  package var problem: Problem
  /// The field, such as "hour"; empty for the whole.
  package var field: String
  /// The piece that is wrong.
  package var piece: String
  /// Where the piece begins, in bytes.
  package var offset: Int
  /// What would do there.
  package var allowed: String

  init(_ problem: Problem, field: String = "", piece: String, offset: Int, allowed: String = "") {
    self.problem = problem
    self.field = field
    self.piece = piece
    self.offset = offset
    self.allowed = allowed
  }

  /// The keyword by which messages know the problem.
  package var keyword: String {
    switch problem {
    case .fields: "fields"
    case .macro: "macro"
    case .reboot: "reboot"
    case .empty: "empty"
    case .syntax: "syntax"
    case .range: "range"
    case .reversed: "reversed"
    case .step: "step"
    case .stepWithoutRange: "step-without-range"
    case .never: "never"
    }
  }
}
