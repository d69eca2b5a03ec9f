internal import IntentCore

/// How much two texts have in common: pairs of neighbouring letters (Dice's coefficient).
struct TextSimilarity {
  private let pairs: [UInt64: Int]
  private let count: Int

  init(_ text: FoldedText) {
    var pairs: [UInt64: Int] = [:]
    for (left, right) in zip(text.scalars, text.scalars.dropFirst()) {
      pairs[UInt64(left.value) << 32 | UInt64(right.value), default: 0] += 1
    }
    self.pairs = pairs
    count = max(text.count - 1, 0)
  }

  /// Between 0 and 1.
  func share(with other: FoldedText) -> Double {
    let others = TextSimilarity(other)
    guard count + others.count > 0 else { return 0 }
    let common = others.pairs.reduce(0) { $0 + min($1.value, pairs[$1.key] ?? 0) }
    return Double(2 * common) / Double(count + others.count)
  }

  /// How much the words have in common with a way to say one of the phrases, and that way.
  func nearest(of phrases: [String], _ words: (PhraseTemplate.Slot) -> String) -> (
    share: Double, way: String
  )? {
    var best: (share: Double, way: String)?
    for phrase in phrases {
      for way in (try? PhraseTemplate(phrase))?.samples(Self.samples, words) ?? [] {
        let share = share(with: FoldedText(way))
        if share >= Self.least, share > best?.share ?? 0 { best = (share, way) }
      }
    }
    return best
  }

  /// So many ways to say a phrase are looked at.
  private static let samples = 8
  /// Texts that have less in common are not like each other.
  private static let least = 0.4
}
