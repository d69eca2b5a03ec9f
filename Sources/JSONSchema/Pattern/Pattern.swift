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

/// A pattern as the states of a Thompson automaton.
struct PatternProgram: Sendable {
  /// More states than this and the pattern is refused: time grows with their number.
  static let limit = 2000

  enum Instruction: Sendable {
    /// Goes on when the scalar is in the set of this number.
    case scalars(Int)
    case assertion(PatternAssertion)
    case split(Int, Int)
    case jump(Int)
    case match
  }

  private(set) var instructions: [Instruction] = []
  private(set) var sets: [ScalarSet] = []
  /// Of each set, a bit for each of the scalars below 64 and from there below 128.
  private(set) var lowBits: [UInt64] = []
  private(set) var highBits: [UInt64] = []

  init(_ node: PatternNode) throws(PatternError) {
    try add(node)
    try append(.match)
  }

  private mutating func append(_ instruction: Instruction) throws(PatternError) {
    guard instructions.count < Self.limit else {
      throw PatternError(reason: "the pattern is too large", offset: 0)
    }
    instructions.append(instruction)
  }

  private mutating func add(_ node: PatternNode) throws(PatternError) {
    switch node {
    case .empty: break
    case .scalars(let set):
      try append(.scalars(sets.count))
      sets.append(set)
      lowBits.append(set.bits(from: 0))
      highBits.append(set.bits(from: 64))
    case .assertion(let assertion): try append(.assertion(assertion))
    case .sequence(let nodes): for node in nodes { try add(node) }
    case .alternatives(let nodes): try add(nodes[...])
    case .repetition(let node, let minimum, let maximum): try add(node, minimum, maximum)
    }
  }

  private mutating func add(_ alternatives: ArraySlice<PatternNode>) throws(PatternError) {
    var ends: [Int] = []
    for index in alternatives.indices.dropLast() {
      let split = instructions.count
      try append(.split(split + 1, 0))
      try add(alternatives[index])
      ends.append(instructions.count)
      try append(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = alternatives.last { try add(last) }
    for end in ends { instructions[end] = .jump(instructions.count) }
  }

  private mutating func add(_ node: PatternNode, _ minimum: Int, _ maximum: Int?) throws(PatternError) {
    for _ in 0..<minimum {
      let before = instructions.count
      try add(node)
      if instructions.count == before { return }
    }
    guard let maximum else {
      let split = instructions.count
      try append(.split(split + 1, 0))
      try add(node)
      try append(.jump(split))
      instructions[split] = .split(split + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in minimum..<maximum {
      splits.append(instructions.count)
      try append(.split(instructions.count + 1, 0))
      try add(node)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }
}

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
