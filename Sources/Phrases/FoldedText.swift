/// Text as it is compared with what somebody said or typed: case, width and blanks folded, no marks at the ends of
/// words, and no blank beside a letter of a script that is written without them.
package struct FoldedText: Sendable {
  package private(set) var scalars: [Unicode.Scalar]
  /// Where each folded scalar began and ended among the scalars of the text.
  private var starts: [Int] = []
  private var ends: [Int] = []
  private let source: [Unicode.Scalar]

  package init(_ text: String) {
    source = Array(text.unicodeScalars)
    scalars = []
    var folded: [Unicode.Scalar] = []
    var places: [(start: Int, end: Int)] = []
    folded.reserveCapacity(source.count)
    for (index, scalar) in source.enumerated() {
      if ScalarFolding.append(scalar, to: &folded) { places[places.count - 1].end = index + 1 }
      while places.count < folded.count { places.append((index, index + 1)) }
    }
    let kept = Self.kept(folded)
    for index in kept {
      scalars.append(folded[index])
      starts.append(places[index].start)
      ends.append(places[index].end)
    }
  }

  package var count: Int { scalars.count }
  package var isEmpty: Bool { scalars.isEmpty }

  /// The folded text.
  package var text: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  /// The text itself from one folded scalar up to another.
  package func original(_ range: Range<Int>) -> String {
    guard let first = range.first, let last = range.last else { return "" }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: source[starts[first]..<ends[last]])
    return String(text)
  }

  /// Whether a word may begin or end before the scalar.
  package func isEdge(_ index: Int) -> Bool {
    index == 0 || index == count || scalars[index] == ScalarFolding.blank
      || scalars[index - 1] == ScalarFolding.blank || ScalarFolding.isUnspaced(scalars[index])
      || ScalarFolding.isUnspaced(scalars[index - 1])
  }

  /// The folded words, which scripts without blanks give as one.
  package var words: [ArraySlice<Unicode.Scalar>] { scalars.split(separator: ScalarFolding.blank) }

  /// The places that count, in order.
  private static func kept(_ folded: [Unicode.Scalar]) -> [Int] {
    var kept: [Int] = []
    kept.reserveCapacity(folded.count)
    var index = 0
    while index < folded.count {
      let scalar = folded[index]
      if ScalarFolding.isBracketing(scalar) {
        index += 1
      } else if ScalarFolding.isMark(scalar), let end = endOfMarks(folded, from: index) {
        index = end
      } else if scalar == ScalarFolding.blank {
        if let last = kept.last, folded[last] != ScalarFolding.blank { kept.append(index) }
        index += 1
      } else {
        let isTight = ScalarFolding.isUnspaced(scalar)
        if let last = kept.last, folded[last] == ScalarFolding.blank {
          let before = kept.count > 1 ? folded[kept[kept.count - 2]] : scalar
          if isTight || ScalarFolding.isUnspaced(before) { kept.removeLast() }
        }
        kept.append(index)
        index += 1
      }
    }
    if let last = kept.last, folded[last] == ScalarFolding.blank { kept.removeLast() }
    return kept
  }

  /// The end of a run of marks where a word ends, `nil` where it goes on.
  private static func endOfMarks(_ folded: [Unicode.Scalar], from start: Int) -> Int? {
    var end = start
    while end < folded.count, ScalarFolding.isMark(folded[end]) { end += 1 }
    return end == folded.count || folded[end] == ScalarFolding.blank ? end : nil
  }
}

extension FoldedText {
  /// A piece of a phrase, with one blank wherever there are some.
  ///
  /// - Parameter isLast: Whether nothing can follow it.
  static func piece(_ text: String, isLast: Bool) -> [Unicode.Scalar] {
    var folded: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars { _ = ScalarFolding.append(scalar, to: &folded) }
    var piece: [Unicode.Scalar] = []
    var index = 0
    while index < folded.count {
      let scalar = folded[index]
      index += 1
      if ScalarFolding.isBracketing(scalar) { continue }
      if ScalarFolding.isMark(scalar), let end = endOfMarks(folded, from: index - 1),
        end < folded.count || isLast
      {
        index = end
        continue
      }
      if scalar == ScalarFolding.blank, piece.last == ScalarFolding.blank { continue }
      piece.append(scalar)
    }
    return piece
  }
}
