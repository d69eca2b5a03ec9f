extension PatternProgram {
  /// Whether the program matches anywhere: all states go through the text side by side.
  func matches(_ text: String) -> Bool {
    var simulation = PatternSimulation(program: self)
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if simulation.enter(previous: previous, next: scalar) { return true }
      simulation.step(scalar)
      previous = scalar
    }
    return simulation.enter(previous: previous, next: nil)
  }
}

/// The states that a program is in; each is visited once for each scalar, which makes the time linear.
private struct PatternSimulation {
  let program: PatternProgram
  /// States that wait for a scalar; the first `waitingCount` count.
  private var waiting: [Int]
  private var waitingCount = 0
  /// States to follow; the first `pendingCount` count.
  private var pending: [Int]
  private var pendingCount = 0
  /// When a state was last seen.
  private var marks: [Int]
  private var generation = 1

  init(program: PatternProgram) {
    self.program = program
    let none = [Int](repeating: 0, count: program.instructions.count)
    (waiting, pending, marks) = (none, none, none)
  }

  private mutating func push(_ state: Int) {
    if marks[state] == generation { return }
    marks[state] = generation
    pending[pendingCount] = state
    pendingCount += 1
  }

  /// Follows everything that takes no scalar, from the start and from what was reached; `true` at a match.
  mutating func enter(previous: Unicode.Scalar?, next: Unicode.Scalar?) -> Bool {
    push(0)
    waitingCount = 0
    while pendingCount > 0 {
      pendingCount -= 1
      let state = pending[pendingCount]
      switch program.instructions[state] {
      case .scalars:
        waiting[waitingCount] = state
        waitingCount += 1
      case .jump(let target): push(target)
      case .split(let first, let second):
        push(first)
        push(second)
      case .assertion(let assertion):
        if Self.holds(assertion, previous, next) { push(state + 1) }
      case .match: return true
      }
    }
    return false
  }

  mutating func step(_ scalar: Unicode.Scalar) {
    generation += 1
    var index = 0
    while index < waitingCount {
      let state = waiting[index]
      if case .scalars(let set) = program.instructions[state], includes(set, scalar) { push(state + 1) }
      index += 1
    }
  }

  private func includes(_ set: Int, _ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    if value < 64 { return program.lowBits[set] >> value & 1 == 1 }
    if value < 128 { return program.highBits[set] >> (value - 64) & 1 == 1 }
    return program.sets[set].contains(scalar)
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
