/// What became of a run: the handler's answer, or why there is none.
///
/// Not a `Result`: making that generic type known at run time costs every run some 80,000 instructions.
package enum RunOutcome: Sendable, Equatable {
  case answered(IntentResult)
  case failed(Failure)
}
