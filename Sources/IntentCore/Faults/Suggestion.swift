/// Finds what a person probably meant.
package enum Suggestion {
  /// The candidate nearest to the text, at most a third of its letters away (Damerau-Levenshtein,
  /// letters' case ignored); `nil` when none is near.
  package static func nearest(to text: String, among candidates: some Sequence<String>) -> String? {
    let wanted = folded(text)
    guard wanted.count <= 64 else { return nil }
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let scalars = folded(candidate)
      let limit = max(1, max(wanted.count, scalars.count) / 3)
      guard scalars.count <= 64, abs(scalars.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, scalars)
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.candidate
  }

  private static func folded(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.map(\.lowercasedASCII)
  }

  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
