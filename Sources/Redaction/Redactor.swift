/// Hides the secrets of one run in all that leaves it, by their values and in every spelling that programs use.
///
/// What is hidden is the secret itself and each of its lines: as it is, quoted for a shell, with the escapes of
/// JSON, percent-encoded, in base64 and in hexadecimal digits.
package struct Redactor: Sendable {
  /// What stands in the place of a secret.
  package static let mark = "***"
  /// The fewest bytes of a secret that other text does not hold by chance.
  package static let shortest = 4

  private let searches: [SpellingSearch]

  /// Values below the shortest are hidden only where they stand as they are.
  package init(_ secrets: [String]) {
    let parts = secrets.flatMap { Self.parts(of: Array($0.utf8)) }
    let long = parts.filter { $0.count >= Self.shortest }
    let plain = NeedleTree(parts + long.flatMap(Self.quoted))
    var searches = parts.isEmpty ? [] : [SpellingSearch(.plain, plain)]
    if !long.isEmpty {
      let (spaced, twice) = (long.map(Self.spaced), long.flatMap(Nesting.forms))
      let json = long.map(Nesting.json)
      searches += [
        SpellingSearch(.escaped, NeedleTree(parts + long.flatMap(Self.quoted) + json)),
        SpellingSearch(.percent, NeedleTree(spaced + json.map(Self.spaced))),
        SpellingSearch(.base64, NeedleTree((long + twice).flatMap(Self.base64))),
        SpellingSearch(.hexadecimal, NeedleTree((long + twice).flatMap(Self.hexadecimal))),
      ]
    }
    self.searches = searches
  }

  /// Whether there is nothing to hide.
  package var isEmpty: Bool { searches.isEmpty }

  /// The bytes with a mark for every secret.
  package func hide(_ bytes: [UInt8]) -> [UInt8] {
    let spans = spans(in: bytes)
    return spans.isEmpty ? bytes : bytes.hiding(spans)
  }

  package func hide(_ text: String) -> String {
    isEmpty ? text : String(decoding: hide(Array(text.utf8)), as: UTF8.self)
  }

  /// - Parameter isCut: Whether more followed that is not there, so that a secret may end in what is missing.
  package func spans(in bytes: [UInt8], isCut: Bool = false) -> [RedactedSpan] {
    if searches.isEmpty || bytes.isEmpty { return [] }
    var searches = searches
    var pending = bytes.count
    for index in searches.indices {
      searches[index].read(bytes, isLast: !isCut)
      pending = min(pending, searches[index].pending)
    }
    var spans = searches.spans(in: bytes)
    if isCut, pending < bytes.count {
      spans.removeAll { $0.start >= pending }
      if let last = spans.last, last.end > pending {
        spans[spans.count - 1].end = bytes.count
      } else {
        spans.append(RedactedSpan(start: pending, end: bytes.count))
      }
    }
    return spans
  }
}

extension Redactor {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The secret and its lines, as far as those are long enough.
  private static func parts(of secret: [UInt8]) -> [[UInt8]] {
    var parts = secret.isEmpty ? [] : [secret]
    guard secret.contains(0x0A) else { return parts }
    for line in secret.split(separator: 0x0A) {
      let line = line.last == 0x0D ? line.dropLast() : line
      if line.count >= shortest { parts.append(Array(line)) }
    }
    return parts
  }

  /// The secret within single quotes of a shell, where one of its own is written apart.
  private static func quoted(_ secret: [UInt8]) -> [[UInt8]] {
    guard secret.contains(UInt8(ascii: "'")) else { return [] }
    return [#"'\''"#, #"'"'"'"#].map { written in
      secret.flatMap { $0 == UInt8(ascii: "'") ? Array(written.utf8) : [$0] }
    }
  }

  /// What a form writes for blanks is one there.
  private static func spaced(_ secret: [UInt8]) -> [UInt8] {
    secret.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
  }

  /// The digits in a row, and with the `0` that is left of `0x` before each pair.
  private static func hexadecimal(_ secret: [UInt8]) -> [[UInt8]] {
    let digits = Array("0123456789abcdef".utf8)
    let pairs = secret.map { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return [Array(pairs.joined()), Array(pairs.joined(separator: [UInt8(ascii: "0")]))]
  }

  /// What base64 makes of the secret behind so many bytes that it stands at each of the three places in a group;
  /// characters that hold bits of other bytes are left out.
  static func base64(_ secret: [UInt8]) -> [(bytes: [UInt8], edges: NeedleTree.Edges)] {
    (0..<3).map { before in
      let bytes = [UInt8](repeating: 0, count: before) + secret + [0]
      let bits = (bytes.count - 1) * 8
      let characters = stride(from: 0, through: bits - 6, by: 6).map { bit in
        let pair = UInt16(bytes[bit / 8]) << 8 | UInt16(bytes[bit / 8 + 1])
        return alphabet[Int(pair >> UInt16(10 - bit % 8) & 63)]
      }
      var edges: NeedleTree.Edges = before == 0 ? [] : .left
      if bits % 6 > 0 { edges.insert(.right) }
      return (Array(characters.dropFirst(before == 0 ? 0 : before + 1)), edges)
    }
  }
}

/// A place of a text that must not be shown.
package struct RedactedSpan: Sendable, Equatable {
  package var start: Int
  package var end: Int
  var edges: NeedleTree.Edges = []
}

extension [SpellingSearch] {
  /// What is found in the text, in order and without overlaps.
  func spans(in text: [UInt8]) -> [RedactedSpan] {
    var all: [RedactedSpan] = []
    for search in self { all += search.found }
    if all.isEmpty { return all }
    for index in all.indices { all[index].widen(in: text) }
    all.sort { $0.start < $1.start }
    var joined = [all[0]]
    for span in all.dropFirst() {
      let last = joined.count - 1
      if span.start < joined[last].end {
        joined[last].end = Swift.max(joined[last].end, span.end)
      } else {
        joined.append(span)
      }
    }
    return joined
  }
}

extension RedactedSpan {
  /// Takes in a character of base64 that holds some bits of the secret.
  fileprivate mutating func widen(in text: [UInt8]) {
    if edges.contains(.left), start > 0, text[start - 1].isBase64 { start -= 1 }
    guard edges.contains(.right), end < text.count, text[end].isBase64 else { return }
    end += 1
    while end < text.count, text[end] == UInt8(ascii: "=") { end += 1 }
  }
}

extension [UInt8] {
  /// The text with a mark for every span.
  package func hiding(_ spans: [RedactedSpan]) -> [UInt8] {
    var shown: [UInt8] = []
    shown.reserveCapacity(count)
    var at = 0
    for span in spans {
      shown += self[at..<span.start]
      shown += Redactor.mark.utf8
      at = span.end
    }
    shown += self[at...]
    return shown
  }
}
