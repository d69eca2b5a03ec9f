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
    var (plain, percent, base64, hexadecimal) = (NeedleTree(), NeedleTree(), NeedleTree(), NeedleTree())
    for secret in secrets {
      for part in Self.parts(of: Array(secret.utf8)) {
        plain.add(part)
        guard part.count >= Self.shortest else { continue }
        for quoted in Self.quoted(part) { plain.add(quoted) }
        percent.add(part.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 })
        for (needle, edges) in Self.base64(part) { base64.add(needle, edges: edges) }
        hexadecimal.add(part.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] })
      }
    }
    plain.finish()
    guard !plain.isEmpty else {
      searches = []
      return
    }
    guard !hexadecimal.isEmpty else {
      searches = [SpellingSearch(.plain, plain)]
      return
    }
    percent.finish()
    base64.finish()
    hexadecimal.finish()
    searches = [
      SpellingSearch(.plain, plain), SpellingSearch(.escaped, plain), SpellingSearch(.percent, percent),
      SpellingSearch(.base64, base64), SpellingSearch(.hexadecimal, hexadecimal),
    ]
  }

  /// Whether there is nothing to hide.
  package var isEmpty: Bool { searches.isEmpty }

  /// The bytes with a mark for every secret.
  package func hide(_ bytes: [UInt8]) -> [UInt8] {
    let spans = spans(in: bytes)
    return spans.isEmpty ? bytes : bytes.hiding(spans)
  }

  package func hide(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let spans = spans(in: bytes)
    if spans.isEmpty { return text }
    return String(decoding: bytes.hiding(spans), as: UTF8.self)
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
  private static let digits = Array("0123456789abcdef".utf8)
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

  /// What base64 makes of the secret behind so many bytes that it stands at each of the three places in a group;
  /// characters that hold bits of other bytes are left out.
  private static func base64(_ secret: [UInt8]) -> [(needle: [UInt8], edges: NeedleTree.Edges)] {
    (0..<3).map { before in
      var needle: [UInt8] = []
      var edges: NeedleTree.Edges = before == 0 ? [] : .left
      // So many bits of the secret share a character with the bytes before it.
      var skipped = before == 0 ? 0 : before == 1 ? 4 : 2
      var (bits, held): (Int, UInt32) = (0, 0)
      for byte in secret {
        held = held << 8 | UInt32(byte)
        bits += 8
        if skipped > 0 {
          bits -= skipped
          skipped = 0
        }
        while bits >= 6 {
          bits -= 6
          needle.append(alphabet[Int(held >> UInt32(bits) & 63)])
        }
        held &= 0xFF
      }
      if bits > 0 { edges.insert(.right) }
      return (needle, edges)
    }
  }
}
