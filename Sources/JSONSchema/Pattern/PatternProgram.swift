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
