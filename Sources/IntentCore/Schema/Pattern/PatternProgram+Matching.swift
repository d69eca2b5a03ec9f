extension PatternProgram {
  /// Whether the program matches anywhere: all states go through the text side by side.
  func matches(_ text: String) -> Bool {
    var simulation = Simulation(program: self)
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if simulation.enter(previous: previous, next: scalar) { return true }
      simulation.step(scalar)
      previous = scalar
    }
    return simulation.enter(previous: previous, next: nil)
  }

  private struct Simulation {
    let program: PatternProgram
    /// States that were reached over the last scalar and are not followed yet.
    private var reached: [Int] = []
    /// States that wait for a scalar.
    private var waiting: [Int] = []
    private var marks: [Int]
    private var generation = 0
    private var stack: [Int] = []

    init(program: PatternProgram) {
      self.program = program
      marks = [Int](repeating: 0, count: program.instructions.count)
    }

    /// Follows everything that takes no scalar, from the start and from what was reached; `true` at a match.
    mutating func enter(previous: Unicode.Scalar?, next: Unicode.Scalar?) -> Bool {
      generation += 1
      waiting.removeAll(keepingCapacity: true)
      stack.removeAll(keepingCapacity: true)
      stack.append(0)
      stack += reached
      while let state = stack.popLast() {
        if marks[state] == generation { continue }
        marks[state] = generation
        switch program.instructions[state] {
        case .scalars: waiting.append(state)
        case .jump(let target): stack.append(target)
        case .split(let first, let second):
          stack.append(first)
          stack.append(second)
        case .assertion(let assertion):
          if Self.holds(assertion, previous, next) { stack.append(state + 1) }
        case .match: return true
        }
      }
      return false
    }

    mutating func step(_ scalar: Unicode.Scalar) {
      reached.removeAll(keepingCapacity: true)
      for state in waiting {
        if case .scalars(let set) = program.instructions[state], program.sets[set].contains(scalar) {
          reached.append(state + 1)
        }
      }
    }

    private static func holds(
      _ assertion: PatternAssertion, _ previous: Unicode.Scalar?, _ next: Unicode.Scalar?
    ) -> Bool {
      switch assertion {
      case .start: previous == nil
      case .end: next == nil
      case .wordBoundary: isWord(previous) != isWord(next)
      case .noWordBoundary: isWord(previous) == isWord(next)
      }
    }

    private static func isWord(_ scalar: Unicode.Scalar?) -> Bool {
      guard let scalar else { return false }
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: return true
      default: return false
      }
    }
  }
}
