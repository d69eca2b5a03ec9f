extension PhraseGraph {
  /// Where a slot can end that begins at a place of the text, the best first.
  package typealias SlotEnds = (_ slot: Int, _ start: Int) -> [Int]

  /// How a text is one way to say a phrase.
  package struct Match: Sendable, Equatable {
    /// What fills each slot that was said, by its index.
    package var fillings: [(slot: Int, range: Range<Int>)] = []

    package static func == (left: Match, right: Match) -> Bool {
      left.fillings.elementsEqual(right.fillings) { $0.slot == $1.slot && $0.range == $1.range }
    }
  }

  /// The match of a whole text, `nil` when it is no way to say the phrase.
  ///
  /// The time is bound by the length of the phrase times that of the text, whatever alternatives it has: for each
  /// node and place it is found out once whether the end can be reached from there.
  package func match(_ text: FoldedText, _ slotEnds: SlotEnds) -> Match? {
    let width = text.count + 1
    var reaches = [Bool](repeating: false, count: nodes.count * width)
    for (index, node) in nodes.enumerated() {
      let row = index * width
      switch node {
      case .end: reaches[row + text.count] = true
      case .scalar(let scalar, let next):
        for place in 0..<text.count where text.scalars[place] == scalar {
          reaches[row + place] = reaches[next * width + place + 1]
        }
      case .blank(let next):
        for place in 0...text.count {
          reaches[row + place] =
            text.isEdge(place) && reaches[next * width + place]
            || text.isBlank(place) && reaches[next * width + place + 1]
        }
      case .slot(let slot, let next):
        for place in 0..<text.count where text.isEdge(place) && !text.isBlank(place) {
          reaches[row + place] = slotEnds(slot, place).contains { reaches[next * width + $0] }
        }
      case .choice(let options):
        for place in 0...text.count {
          reaches[row + place] = options.contains { reaches[$0 * width + place] }
        }
      }
    }
    guard reaches[start * width] else { return nil }
    return walk(text, slotEnds) { reaches[$0 * width + $1] }
  }

  /// Goes from the start to the end by what reaches it.
  private func walk(_ text: FoldedText, _ slotEnds: SlotEnds, _ reaches: (Int, Int) -> Bool) -> Match {
    var match = Match()
    var (node, place) = (start, 0)
    while true {
      switch nodes[node] {
      case .end: return match
      case .scalar(_, let next): (node, place) = (next, place + 1)
      case .blank(let next):
        if text.isBlank(place), reaches(next, place + 1) { place += 1 }
        node = next
      case .slot(let slot, let next):
        guard let end = slotEnds(slot, place).first(where: { reaches(next, $0) }) else { return match }
        match.fillings.append((slot, place..<end))
        (node, place) = (next, end)
      case .choice(let options):
        guard let option = options.first(where: { reaches($0, place) }) else { return match }
        node = option
      }
    }
  }
}

extension FoldedText {
  fileprivate func isBlank(_ place: Int) -> Bool { place < count && scalars[place] == ScalarFolding.blank }

  /// Every place where a word may end behind a start, the nearest first.
  package func wordEnds(after start: Int) -> [Int] {
    (start + 1..<count + 1).filter { isEdge($0) && scalars[$0 - 1] != ScalarFolding.blank }
  }

  /// Whether the text goes on with other text, up to where a word may end.
  package func hasWords(_ words: FoldedText, at start: Int) -> Bool {
    let end = start + words.count
    return !words.isEmpty && end <= count && isEdge(end) && scalars[start..<end].elementsEqual(words.scalars)
  }
}

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

/// A phrase as a graph without loops, in which what follows a node comes before it.
///
/// Every way through it is one way to say the phrase. They are never written out, so that a phrase of thirty
/// alternatives costs no more than its length.
package struct PhraseGraph: Sendable {
  enum Node: Sendable {
    case end
    case scalar(Unicode.Scalar, next: Int)
    /// A blank, or nothing where a blank would not count.
    case blank(next: Int)
    /// The slot of an index.
    case slot(Int, next: Int)
    case choice([Int])
  }

  private(set) var nodes: [Node] = [.end]
  package private(set) var slots: [PhraseTemplate.Slot] = []
  private(set) var start = 0

  package init(_ template: PhraseTemplate) {
    start = add(template.parts, before: 0, isLast: true)
  }

  private mutating func add(_ parts: [PhraseTemplate.Part], before next: Int, isLast: Bool) -> Int {
    var next = next
    for (index, part) in parts.enumerated().reversed() {
      let isLast = isLast && index == parts.count - 1
      switch part {
      case .text(let text): add(FoldedText.piece(text, isLast: isLast), &next)
      case .slot(let slot):
        if slot.isApplicationName {
          add(FoldedText.piece("runintent", isLast: false), &next)
        } else {
          if !slots.contains(slot) { slots.append(slot) }
          next = add(.slot(slots.firstIndex(of: slot) ?? 0, next: next))
        }
      case .choice(let options):
        next = add(.choice(options.map { add($0, before: next, isLast: isLast) }))
      }
    }
    return next
  }

  private mutating func add(_ piece: [Unicode.Scalar], _ next: inout Int) {
    for scalar in piece.reversed() {
      next = add(scalar == ScalarFolding.blank ? .blank(next: next) : .scalar(scalar, next: next))
    }
  }

  private mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }
}

extension PhraseGraph {
  /// What a phrase can begin with; `nil` when that is anything.
  package var beginnings: Set<Unicode.Scalar>? {
    var found: Set<Unicode.Scalar> = []
    var seen = [Bool](repeating: false, count: nodes.count)
    var open = [start]
    while let index = open.popLast() {
      if seen[index] { continue }
      seen[index] = true
      switch nodes[index] {
      case .end: break
      case .scalar(let scalar, _): found.insert(scalar)
      case .blank(let next): open.append(next)
      case .slot: return nil
      case .choice(let options): open += options
      }
    }
    return found
  }
}
