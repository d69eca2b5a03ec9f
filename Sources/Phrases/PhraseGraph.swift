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
