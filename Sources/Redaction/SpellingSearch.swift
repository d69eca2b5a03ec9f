/// Looks for secrets in one spelling.
struct SpellingSearch: Sendable {
  let spelling: Spelling
  let tree: NeedleTree
  /// The first byte that is not read yet.
  private var next = 0
  private var place: Int32 = 0
  /// Where each of the last units began, at least as many as may begin a needle.
  private var starts: [Int] = []
  private(set) var found: [RedactedSpan] = []
  /// Whether a byte cannot begin a needle, for each of them.
  private let isPassed: [Bool]

  init(_ spelling: Spelling, _ tree: NeedleTree) {
    self.spelling = spelling
    self.tree = tree
    isPassed = (0..<256).map { byte in
      guard let unit = spelling.unit([UInt8(byte)], at: 0, isLast: false) else { return false }
      return unit.count == 0 || tree.step(from: 0, UInt8(truncatingIfNeeded: unit.bytes)) == 0
    }
  }

  /// The first byte that may belong to a needle whose end has not come.
  var pending: Int {
    let depth = tree.depth(place)
    if depth == 0 { return next }
    return spelling == .plain ? next - depth : starts[starts.count - depth]
  }

  /// - Parameter isLast: Whether nothing follows the text.
  mutating func read(_ text: [UInt8], isLast: Bool) {
    if spelling == .plain { return readPlain(text) }
    while next < text.count {
      if place == 0 {
        next = passed(text, from: next)
        if next == text.count { return }
      }
      guard let unit = spelling.unit(text, at: next, isLast: isLast) else { return }
      var bytes = unit.bytes
      for _ in 0..<unit.count {
        place = tree.step(from: place, UInt8(truncatingIfNeeded: bytes))
        bytes >>= 8
        if place == 0 {
          starts.removeAll(keepingCapacity: true)
        } else {
          starts.append(next)
          let length = tree.longest(place)
          if length > 0 { note(from: starts[starts.count - length], to: next + unit.length) }
        }
      }
      next += unit.length
      let depth = tree.depth(place)
      if starts.count > 4 * depth + 256 { starts.removeFirst(starts.count - depth) }
    }
  }

  private mutating func readPlain(_ text: [UInt8]) {
    while next < text.count {
      if place == 0 {
        next = passed(text, from: next)
        if next == text.count { return }
      }
      place = tree.step(from: place, text[next])
      next += 1
      if place != 0 {
        let length = tree.longest(place)
        if length > 0 { note(from: next - length, to: next) }
      }
    }
  }

  /// The first index from which a needle may begin.
  private func passed(_ text: [UInt8], from start: Int) -> Int {
    var index = start
    while index < text.count, isPassed[Int(text[index])] { index += 1 }
    return index
  }

  /// Ends come in order, so what overlaps is joined with the last.
  private mutating func note(from start: Int, to end: Int) {
    var span = RedactedSpan(start: start, end: end, edges: tree.edges(place))
    while let last = found.last, last.end > start {
      if last.start < span.start { span.edges.remove(.left) }
      if last.start <= span.start { span.edges.formUnion(last.edges.intersection(.left)) }
      span.start = min(span.start, last.start)
      found.removeLast()
    }
    found.append(span)
  }
}
