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
    return !words.isEmpty && end <= count && isEdge(end)
      && scalars[start..<end].elementsEqual(words.scalars)
  }
}
