/// A parsed pattern.
indirect enum PatternNode {
  case empty
  case scalars(ScalarSet)
  case assertion(PatternAssertion)
  case sequence([PatternNode])
  case alternatives([PatternNode])
  case repetition(PatternNode, minimum: Int, maximum: Int?)
}

/// A condition on a place between scalars.
enum PatternAssertion {
  case start, end, wordBoundary, noWordBoundary
}
