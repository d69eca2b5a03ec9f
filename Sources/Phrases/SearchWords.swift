/// Texts as a search goes through them: word by word, folded, without a copy of each.
package struct SearchWords {
  /// A word that is looked for.
  package struct Query: Sendable {
    package let scalars: [UInt32]
    fileprivate let letters: UInt64
    fileprivate let isUnspaced: Bool
  }

  private var scalars: [UInt32] = []
  private var folded: [Unicode.Scalar] = []

  package init() { scalars.reserveCapacity(64) }

  /// The words that a text consists of.
  package static func queries(_ text: String) -> [Query] {
    var queries: [Query] = []
    var words = SearchWords()
    words.forEachWord(of: text) { word in
      queries.append(
        Query(
          scalars: Array(word), letters: letters(word),
          isUnspaced: word.contains { Unicode.Scalar($0).map(ScalarFolding.isUnspaced) ?? false }))
    }
    return queries
  }

  /// Raises the best matches of each query by what the text has for them.
  ///
  /// - Parameter weight: What a whole word of the text is worth.
  package mutating func match(_ text: String, _ queries: [Query], weight: Int, best: inout [Int]) {
    forEachWord(of: text) { word in
      var own: UInt64?
      for index in queries.indices {
        if best[index] >= weight * 100 { continue }
        if own == nil { own = Self.letters(word) }
        let quality = Self.quality(word, own ?? 0, queries[index])
        if quality * weight > best[index] { best[index] = quality * weight }
      }
    }
  }

  /// Between 0 and 100.
  private static func quality(_ word: UnsafeBufferPointer<UInt32>, _ letters: UInt64, _ query: Query) -> Int {
    let wanted = query.scalars
    if word.count >= wanted.count, word[0] == wanted[0],
      (0..<wanted.count).allSatisfy({ word[$0] == wanted[$0] })
    {
      return word.count == wanted.count ? 100 : 80
    }
    let missing = (query.letters & ~letters).nonzeroBitCount
    if missing == 0, word.count > wanted.count, query.isUnspaced || wanted.count >= 3, holds(word, wanted) {
      return query.isUnspaced ? 80 : 50
    }
    if wanted.count < 4 { return 0 }
    let limit = wanted.count < 8 ? 1 : 2
    guard missing <= limit, abs(word.count - wanted.count) <= limit,
      (letters & ~query.letters).nonzeroBitCount <= limit, distance(word, wanted) <= limit
    else { return 0 }
    return 40
  }

  private static func holds(_ word: UnsafeBufferPointer<UInt32>, _ wanted: [UInt32]) -> Bool {
    for start in 1...word.count - wanted.count where word[start] == wanted[0] {
      if (1..<wanted.count).allSatisfy({ word[start + $0] == wanted[$0] }) { return true }
    }
    return false
  }

  /// A bit for each letter that occurs, some letters sharing theirs.
  private static func letters(_ word: some Sequence<UInt32>) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// How many letters are wrong, missing, too many or in each other's place.
  private static func distance(_ word: UnsafeBufferPointer<UInt32>, _ wanted: [UInt32]) -> Int {
    var beforeLast = [Int](repeating: 0, count: wanted.count + 1)
    var last = Array(0...wanted.count)
    for i in 1...word.count {
      var row = [i] + [Int](repeating: 0, count: wanted.count)
      for j in 1...wanted.count {
        row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (word[i - 1] == wanted[j - 1] ? 0 : 1))
        if i > 1, j > 1, word[i - 1] == wanted[j - 2], word[i - 2] == wanted[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      (beforeLast, last) = (last, row)
    }
    return last[wanted.count]
  }

  private mutating func forEachWord(of text: String, _ body: (UnsafeBufferPointer<UInt32>) -> Void) {
    scalars.removeAll(keepingCapacity: true)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x61...0x7A, 0x30...0x39: scalars.append(scalar.value)
      case 0x41...0x5A: scalars.append(scalar.value + 0x20)
      // An apostrophe stays within its word.
      case 0x27: if !scalars.isEmpty { scalars.append(scalar.value) }
      case 0...0x7F: end(body)
      // The letters that come most, without a look into their properties.
      case 0x0430...0x044F, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: scalars.append(scalar.value)
      case 0x0410...0x042F: scalars.append(scalar.value + 0x20)
      default:
        folded.removeAll(keepingCapacity: true)
        _ = ScalarFolding.append(scalar, to: &folded)
        for scalar in folded {
          if scalar.value >= 0x80
            ? scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            : isWordByte(scalar.value)
          {
            scalars.append(scalar.value)
          } else {
            end(body)
          }
        }
      }
    }
    end(body)
  }

  private func isWordByte(_ value: UInt32) -> Bool {
    (0x61...0x7A).contains(value) || (0x30...0x39).contains(value) || value == 0x27
  }

  private mutating func end(_ body: (UnsafeBufferPointer<UInt32>) -> Void) {
    if scalars.isEmpty { return }
    scalars.withUnsafeBufferPointer(body)
    scalars.removeAll(keepingCapacity: true)
  }
}
