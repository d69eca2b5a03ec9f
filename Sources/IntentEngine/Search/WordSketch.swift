internal import IntentCore

/// Tells quickly, before anything is read as JSON, which words of a search may stand in text.
///
/// It errs towards too much: what it lets pass is looked at again.
struct WordSketch {
  private let words: [[UInt32]]
  /// Whether all words are of ASCII without apostrophes, of which there are several, so that bytes can be compared.
  private let isPlain: Bool

  init(_ queries: [SearchWords.Query]) {
    words = queries.prefix(64).map(\.scalars)
    isPlain = words.allSatisfy { $0.allSatisfy { $0 < 0x80 && $0 != 0x27 } }
  }

  /// All words, a bit for each.
  var all: UInt64 { words.count == 64 ? .max : (1 << UInt64(words.count)) - 1 }

  /// The words that may stand in a part of some text.
  func matches(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    isPlain ? plainMatches(bytes.span, range) : scalarMatches(bytes.span, range)
  }

  private func plainMatches(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var found: UInt64 = 0
    var start = range.lowerBound
    for index in range {
      let byte = text[index]
      let letter = (byte | 0x20) &- 0x61
      if letter < 26 || byte &- 0x30 < 10 || Self.isApostrophe(byte) { continue }
      // Escapes, and letters of full width, are left to those who read them.
      if byte == UInt8(ascii: "\\") || byte == 0xEF { return all }
      if index > start { compare(start..<index, &found) { UInt32(text[$0] | 0x20) } }
      start = index + 1
    }
    if range.upperBound > start { compare(start..<range.upperBound, &found) { UInt32(text[$0] | 0x20) } }
    return found
  }

  /// Whether the byte is one of those that apostrophes have; what else has them does no harm.
  private static func isApostrophe(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x27, 0xCA, 0xBB, 0xBC, 0xE2, 0x80, 0x98, 0x99: true
    default: false
    }
  }

  private func scalarMatches(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var found: UInt64 = 0
    var word: [UInt32] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = text[index]
      if byte == UInt8(ascii: "\\") || byte == 0xEF { return all }
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      var value = UInt32(length == 1 ? byte : byte & (0x7F >> UInt8(length)))
      for next in index + 1..<min(index + length, range.upperBound) {
        value = value << 6 | UInt32(text[next] & 0x3F)
      }
      index += length
      switch value {
      case 0x0401, 0x0451: word.append(0x0435)
      case 0x02BB, 0x02BC, 0x2018, 0x2019: word.append(0x27)
      case 0x61...0x7A, 0x30...0x39, 0x27, 0xDF...0x03FF, 0x0430...0x1FFF, 0x3040...: word.append(value)
      case 0x0400...0x040F: word.append(value + 0x50)
      case 0x41...0x5A, 0xC0...0xDE, 0x0410...0x042F: word.append(value + 0x20)
      default:
        if !word.isEmpty { compare(word.indices, &found) { word[$0] } }
        word.removeAll(keepingCapacity: true)
      }
    }
    if !word.isEmpty { compare(word.indices, &found) { word[$0] } }
    return found
  }

  /// Marks the words that another may be: that hold it, or have almost all of its letters.
  @inline(__always)
  private func compare(_ word: Range<Int>, _ found: inout UInt64, _ letter: (Int) -> UInt32) {
    for (index, wanted) in words.enumerated() where found & 1 << UInt64(index) == 0 {
      let limit = wanted.count < 4 ? 0 : wanted.count < 8 ? 1 : 2
      if word.count < wanted.count - limit { continue }
      var isFound = false
      if word.count >= wanted.count {
        for start in word.lowerBound...word.upperBound - wanted.count where letter(start) == wanted[0] {
          isFound = true
          for place in 1..<wanted.count where letter(start + place) != wanted[place] {
            isFound = false
            break
          }
          if isFound { break }
        }
      }
      // An apostrophe may be up to three bytes.
      if !isFound, limit > 0, word.count <= wanted.count + limit + 2 {
        var missing = 0
        for scalar in wanted where scalar != 0x27 && !word.contains(where: { letter($0) == scalar }) {
          missing += 1
        }
        if missing > limit { continue }
        var extra = 0
        for place in word {
          let scalar = letter(place)
          if scalar == 0x27 || isPlain && scalar >= 0x80 || wanted.contains(scalar) { continue }
          extra += 1
        }
        isFound = extra <= limit
      }
      if isFound { found |= 1 << UInt64(index) }
    }
  }
}

extension [UInt8] {
  /// The end of the string that begins behind a quotation mark, and a number for what it holds (FNV-1a).
  func string(from start: Int) -> (end: Int, hash: UInt64) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var index = start
    let bytes = span
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return (Swift.min(index, count), hash)
  }

  /// The number of a whole text.
  static func hash(_ text: String) -> UInt64 { Array(text.utf8).string(from: 0).hash }
}
