internal import IntentCore
internal import IntentPipeline
internal import JSONSchema
internal import Phrases

/// What the slot of a phrase can be filled with.
enum SlotValues {
  /// Words that stand for values.
  case listed([(words: FoldedText, value: Value)])
  /// Text that the parameter's type reads.
  case typed(@Sendable (String) -> Bool)
  case text

  /// Longer text is no number and no length of time.
  private static let longestTyped = 40

  init(_ parameter: Parameter?, _ entities: [Entity]?, _ clock: World.Clock) {
    guard let parameter else {
      self = .text
      return
    }
    if parameter.isBoolean {
      self = .typed { SuppliedArgument.isFlagWord($0) }
    } else if parameter.entity != nil {
      self = entities.map { .listed(Self.listed($0.map { Choice($0) })) } ?? .text
    } else if let choices = parameter.namedChoices {
      self = .listed(Self.listed(choices))
    } else if let reads = Self.reader(of: parameter, clock) {
      self = .typed(reads)
    } else {
      self = .text
    }
  }

  private static func listed(_ choices: [Choice]) -> [(words: FoldedText, value: Value)] {
    choices.flatMap { choice in choice.words.map { (FoldedText($0), choice.value) } }
  }

  private static func reader(of parameter: Parameter, _ clock: World.Clock) -> (@Sendable (String) -> Bool)? {
    let types = parameter.schema.types ?? []
    if !types.isEmpty, types.allSatisfy({ $0 == .integer || $0 == .number }) {
      return { text in
        if case .fault = JSONNumber.read(Array(text.utf8)[...]) { false } else { true }
      }
    }
    guard let format = parameter.schema.format, format.humanHint != nil else { return nil }
    return { format.standardText($0, clock) != nil }
  }

  /// Where words that fill the slot can end when they begin at a place, the best first.
  ///
  /// - Parameter isLenient: Whether words count in other forms of theirs too.
  func ends(in text: FoldedText, from start: Int, isLenient: Bool) -> [Int] {
    switch self {
    case .listed(let list):
      let ends = list.compactMap { Self.end(of: $0.words, in: text, from: start, isLenient) }
      return Set(ends).sorted(by: >)
    case .typed(let reads):
      return text.wordEnds(after: start).filter {
        $0 - start <= Self.longestTyped && reads(text.original(start..<$0))
      }
    case .text: return text.wordEnds(after: start)
    }
  }

  private static func end(
    of words: FoldedText, in text: FoldedText, from start: Int, _ isLenient: Bool
  ) -> Int? {
    if text.hasWords(words, at: start) { return start + words.count }
    return isLenient ? text.end(ofForms: words, at: start) : nil
  }

  /// What the words at a range stand for.
  func content(_ text: FoldedText, _ range: Range<Int>, isLenient: Bool) -> SuppliedArgument.Content {
    let original = text.original(range)
    guard case .listed(let list) = self else { return .text(original) }
    var found: [Value] = []
    for (words, value) in list
    where Self.end(of: words, in: text, from: range.lowerBound, isLenient) == range.upperBound {
      if !found.contains(value) { found.append(value) }
    }
    // What could be several is for the resolver to ask about.
    return found.count == 1 ? .value(found[0]) : .text(original)
  }
}

extension FoldedText {
  /// Where as many words end that are other forms of the same words, such as cases of Slavic languages: they begin
  /// alike and differ in at most three letters at their ends.
  func end(ofForms words: FoldedText, at start: Int) -> Int? {
    var place = start
    for (index, word) in words.words.enumerated() {
      if index > 0 {
        guard place < count, scalars[place] == " " else { return nil }
        place += 1
      }
      let rest = scalars[place...].prefix { $0 != " " }
      let alike = zip(word, rest).prefix { $0 == $1 }.count
      guard alike >= max(3, max(word.count, rest.count) - 3) || word.elementsEqual(rest) else { return nil }
      place += rest.count
    }
    return place == start ? nil : place
  }
}

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

  private static let samples = 8
  /// Texts that have less in common are not like each other.
  private static let least = 0.4
}
