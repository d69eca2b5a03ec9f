/// Reads the text of a pattern.
struct PatternParser {
  /// Groups within groups; deeper ones are refused.
  private static let depthLimit = 50
  private static let countLimit = 1000

  let scalars: [Unicode.Scalar]
  var at = 0
  private var depth = 0

  init(_ source: String) { scalars = Array(source.unicodeScalars) }

  mutating func parse() throws(PatternError) -> PatternNode {
    let node = try alternatives()
    if at < scalars.count { throw error("\")\" closes nothing") }
    return node
  }

  var peek: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    at += 1
    return true
  }

  func error(_ reason: String, at offset: Int? = nil) -> PatternError {
    PatternError(reason: reason, offset: offset ?? at)
  }

  private mutating func alternatives() throws(PatternError) -> PatternNode {
    var nodes = [try sequence()]
    while take("|") { nodes.append(try sequence()) }
    return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = peek, scalar != "|", scalar != ")" { nodes.append(try term(scalar)) }
    switch nodes.count {
    case 0: return .empty
    case 1: return nodes[0]
    default: return .sequence(nodes)
    }
  }

  private mutating func term(_ scalar: Unicode.Scalar) throws(PatternError) -> PatternNode {
    let start = at
    at += 1
    let node: PatternNode
    switch scalar {
    case "^": node = .assertion(.start)
    case "$": node = .assertion(.end)
    case ".": node = .scalars(.notLineEnd)
    case "(": node = try group(start)
    case "[": node = .scalars(try characterClass(start))
    case "\\": node = try escape(start)
    case "*", "+", "?": throw error("nothing stands before \"\(String(scalar))\"", at: start)
    case "{", "}", "]":
      throw error("\"\(String(scalar))\" as a character is written \"\\\(String(scalar))\"", at: start)
    default: node = .scalars(ScalarSet(scalar))
    }
    return try quantified(node)
  }

  private mutating func group(_ start: Int) throws(PatternError) -> PatternNode {
    depth += 1
    if depth > Self.depthLimit { throw error("groups are nested too deep", at: start) }
    if take("?") { try groupKind(start) }
    let node = try alternatives()
    guard take(")") else { throw error("\"(\" is not closed", at: start) }
    depth -= 1
    return node
  }

  private mutating func groupKind(_ start: Int) throws(PatternError) {
    if take(":") { return }
    guard take("<") else {
      let isLookAhead = peek == "=" || peek == "!"
      throw error(
        isLookAhead ? "look-around is not supported" : "this kind of group is not supported", at: start)
    }
    if peek == "=" || peek == "!" { throw error("look-around is not supported", at: start) }
    let name = at
    while let scalar = peek, scalar != ">" {
      guard ScalarSet.word.contains(scalar) else { break }
      at += 1
    }
    guard at > name, take(">") else { throw error("a group's name is made of letters and digits", at: start) }
  }

  private mutating func quantified(_ node: PatternNode) throws(PatternError) -> PatternNode {
    let start = at
    var minimum = 0
    var maximum: Int?
    switch peek {
    case "*": at += 1
    case "+":
      at += 1
      minimum = 1
    case "?":
      at += 1
      maximum = 1
    case "{":
      at += 1
      (minimum, maximum) = try counts(start)
    default: return node
    }
    if case .assertion = node { throw error("a place cannot be repeated", at: start) }
    // A lazy quantifier matches the same texts.
    _ = take("?")
    if let next = peek, next == "*" || next == "+" || next == "?" || next == "{" {
      throw error("nothing stands before \"\(String(next))\"")
    }
    return .repetition(node, minimum: minimum, maximum: maximum)
  }

  private mutating func counts(_ start: Int) throws(PatternError) -> (Int, Int?) {
    guard let minimum = try count() else { throw error("\"{\" as a character is written \"\\{\"", at: start) }
    var maximum: Int? = minimum
    if take(",") { maximum = try count() }
    guard take("}") else { throw error("\"{\" is not closed", at: start) }
    if let maximum, maximum < minimum { throw error("the numbers in braces are out of order", at: start) }
    return (minimum, maximum)
  }

  private mutating func count() throws(PatternError) -> Int? {
    let start = at
    var number = 0
    while let scalar = peek, ("0"..."9").contains(scalar) {
      number = number * 10 + Int(scalar.value - 0x30)
      if number > Self.countLimit {
        throw error("a repetition of more than \(String(Self.countLimit))", at: start)
      }
      at += 1
    }
    return at > start ? number : nil
  }
}

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
