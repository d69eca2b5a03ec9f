extension PhraseGraph {
  /// Whether some words are a way to say both phrases, given which of their slots take the same.
  ///
  /// The pairs of nodes bound the time, not the ways to say the phrases.
  package func overlaps(_ other: PhraseGraph, sameSlots: (_ own: Int, _ other: Int) -> Bool) -> Bool {
    var seen: Set<Int> = []
    var open = [Pair(own: start, other: other.start, isEdge: true)]
    while let pair = open.popLast() {
      guard seen.insert((pair.own * other.nodes.count + pair.other) * 2 + (pair.isEdge ? 1 : 0)).inserted
      else { continue }
      switch (nodes[pair.own], other.nodes[pair.other]) {
      case (.end, .end): return true
      case (.choice(let options), _):
        open += options.map { Pair(own: $0, other: pair.other, isEdge: pair.isEdge) }
      case (_, .choice(let options)):
        open += options.map { Pair(own: pair.own, other: $0, isEdge: pair.isEdge) }
      case (.blank(let own), .blank(let others)): open.append(Pair(own: own, other: others, isEdge: true))
      case (.blank(let own), _):
        if pair.isEdge || mayEndWord(before: own) {
          open.append(Pair(own: own, other: pair.other, isEdge: pair.isEdge))
        }
      case (_, .blank(let others)):
        if pair.isEdge || other.mayEndWord(before: others) {
          open.append(Pair(own: pair.own, other: others, isEdge: pair.isEdge))
        }
      case (.scalar(let a, let own), .scalar(let b, let others)):
        if a == b { open.append(Pair(own: own, other: others, isEdge: ScalarFolding.isUnspaced(a))) }
      case (.slot(let a, let own), .slot(let b, let others)):
        if sameSlots(a, b) { open.append(Pair(own: own, other: others, isEdge: false)) }
      case (.slot, .scalar), (.scalar, .slot), (.end, _), (_, .end): continue
      }
    }
    return false
  }

  private struct Pair {
    var own: Int
    var other: Int
    /// Whether a blank would not count here.
    var isEdge: Bool
  }

  /// Whether a blank before a node can be one that does not count.
  private func mayEndWord(before node: Int) -> Bool {
    switch nodes[node] {
    case .end, .blank: true
    case .scalar(let scalar, _): ScalarFolding.isUnspaced(scalar)
    case .slot: false
    case .choice(let options): options.contains { mayEndWord(before: $0) }
    }
  }
}
