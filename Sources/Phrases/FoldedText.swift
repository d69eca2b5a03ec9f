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

/// Folds away what does not count when words are compared: letters' case, the width of letters, kinds of blanks and
/// of apostrophes.
enum ScalarFolding {
  static let blank: Unicode.Scalar = " "

  /// Appends what stands for a scalar: nothing for what cannot be seen. Answers whether it became part of the last one.
  static func append(_ scalar: Unicode.Scalar, to folded: inout [Unicode.Scalar]) -> Bool {
    let value = scalar.value
    switch value {
    case 0x41...0x5A: folded.append(Unicode.Scalar(UInt8(value + 0x20)))
    case 0x60, 0x02BB, 0x02BC, 0x2018, 0x2019: folded.append("'")
    case 0x21...0x7E: folded.append(scalar)
    case 0x09...0x0D, 0x20, 0x3000: folded.append(blank)
    case 0xAD, 0x200B...0x200D, 0x2060, 0xFEFF: break
    // Russian is written with ё or, more often, without.
    case 0x0401, 0x0451: folded.append("\u{0435}")
    case 0x0410...0x042F: folded.append(shifted(scalar, by: 0x20))
    case 0x0430...0x044F, 0x3041...0x3096, 0x30A1...0x30FF, 0x4E00...0x9FFF: folded.append(scalar)
    case 0xFF01...0xFF5E: return append(shifted(scalar, by: -0xFEE0), to: &folded)
    case 0xFF61...0xFF9D: folded.append(halfWidth[Int(value - 0xFF61)])
    case 0x3099, 0x309B, 0xFF9E: return voice(&folded, by: 1)
    case 0x309A, 0x309C, 0xFF9F: return voice(&folded, by: 2)
    default:
      if scalar.properties.isWhitespace {
        folded.append(blank)
      } else {
        for upper in scalar.properties.uppercaseMapping.unicodeScalars {
          folded += upper.properties.lowercaseMapping.unicodeScalars
        }
      }
    }
    return false
  }

  /// Whether words of the script are written without blanks between them.
  static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3005...0x3007, 0x3041...0x30FF,
      0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Whether it ends a sentence or a part of one, and does not count where a word ends.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case ".", ",", "?", "!", ";", ":", "…": true
    default: isBracketing(scalar)
    }
  }

  /// Whether it never counts.
  static func isBracketing(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "。", "、", "「", "」", "¿", "¡", "«", "»", "“", "”": true
    default: false
    }
  }

  private static func shifted(_ scalar: Unicode.Scalar, by distance: Int) -> Unicode.Scalar {
    Unicode.Scalar(UInt32(Int(scalar.value) + distance)) ?? scalar
  }

  /// The katakana of half width (U+FF61 to U+FF9D) in full width.
  private static let halfWidth = Array(
    "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars)

  /// Joins a mark of sound (dakuten 1, handakuten 2) with the kana before it; false where it has none to join.
  private static func voice(_ folded: inout [Unicode.Scalar], by distance: UInt32) -> Bool {
    guard let last = folded.last else { return false }
    let isKatakana = last.value >= 0x30A1
    let base = isKatakana ? last.value - 0x60 : last.value
    let voiced: UInt32? =
      switch (base, distance) {
      case (0x3046, 1): 0x3094
      case (0x304B...0x3061, 1) where base % 2 == 1: base + 1
      case (0x3064, 1), (0x3066, 1), (0x3068, 1): base + 1
      case (0x306F...0x307B, _) where base % 3 == 0: base + distance
      default: nil
      }
    guard let voiced, let scalar = Unicode.Scalar(isKatakana ? voiced + 0x60 : voiced) else { return false }
    folded[folded.count - 1] = scalar
    return true
  }
}
