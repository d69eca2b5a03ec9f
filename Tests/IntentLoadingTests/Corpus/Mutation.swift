/// Ways in which a definition goes wrong on its way to us.
enum Mutation: CaseIterable {
  case flipBit, delete, insert, repeatPart, truncate, replaceToken, swapTokens, slipInWord

  private static let tokens = [
    "{", "}", "[", "]", ":", ",", "\"", "null", "true", "0", "-1", "1e400", "01", "0x10", "\"\"", "{}", "[]",
    "${", "$${x}", "${x}", "\\u0000", "\\ud800", "//", "'", "\u{FEFF}", "\"type\"", "\"default\"",
    "\"pattern\"",
  ]

  func apply(to bytes: [UInt8], using random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    let at = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, at + Int.random(in: 1...12, using: &random))
    switch self {
    case .flipBit: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case .delete: bytes.removeSubrange(at..<end)
    case .insert: bytes.insert(UInt8.random(in: 0...255, using: &random), at: at)
    case .repeatPart: bytes.insert(contentsOf: bytes[at..<end], at: end)
    case .truncate: bytes.removeSubrange(at...)
    case .replaceToken:
      bytes.replaceSubrange(at..<end, with: (Self.tokens.randomElement(using: &random) ?? "").utf8)
    case .swapTokens:
      let other = Int.random(in: 0..<bytes.count, using: &random)
      bytes.swapAt(at, other)
    case .slipInWord:
      let letters = bytes.indices.dropLast().filter {
        Self.isLetter(bytes[$0]) && Self.isLetter(bytes[$0 + 1])
      }
      if let letter = letters.randomElement(using: &random) { bytes.swapAt(letter, letter + 1) }
    }
    return bytes
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
}
