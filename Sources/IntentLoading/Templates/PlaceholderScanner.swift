/// Cuts text into literal parts and `${…}` placeholders; `$${` is a literal `${`.
struct PlaceholderScanner {
  enum Piece {
    case literal(String)
    /// The offsets around `${…}`, braces included.
    case placeholder(Int, Int)
    /// The offset of a `${` that nothing closes; nothing comes after it.
    case unclosed(Int)
  }

  let bytes: [UInt8]
  private var at = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func next() -> Piece? {
    guard at < bytes.count else { return nil }
    if opens(at) {
      let start = at
      guard let brace = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else {
        at = bytes.count
        return .unclosed(start)
      }
      at = brace + 1
      return .placeholder(start, at)
    }
    return .literal(literal())
  }

  private func opens(_ index: Int) -> Bool {
    index + 1 < bytes.count && bytes[index] == UInt8(ascii: "$") && bytes[index + 1] == UInt8(ascii: "{")
  }

  private mutating func literal() -> String {
    let start = at
    while at < bytes.count, !opens(at) {
      if bytes[at] == UInt8(ascii: "$"), opens(at + 1) { return escaped(from: start) }
      at += 1
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// Goes on where the first `$${` stands.
  private mutating func escaped(from start: Int) -> String {
    var text = Array(bytes[start..<at])
    while at < bytes.count, !opens(at) {
      if bytes[at] == UInt8(ascii: "$"), opens(at + 1) {
        text += bytes[at + 1...at + 2]
        at += 3
      } else {
        text.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension String {
  /// Whether `${` stands in it.
  var hasPlaceholder: Bool {
    zip(utf8, utf8.dropFirst()).contains { $0 == (UInt8(ascii: "$"), UInt8(ascii: "{")) }
  }
}
