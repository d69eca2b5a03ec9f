extension StringCatalog {
  /// Whether a catalog has texts under the language's name, told without reading it as JSON.
  ///
  /// Keys of a catalog whose source is the caller's language are their own texts, so that most runs can leave
  /// a long catalog unread. A name that is written with escapes is not seen.
  package static func holds(_ language: LanguageTag, in bytes: [UInt8]) -> Bool {
    language.lookup.contains { holds(key: [quote] + $0.text.utf8 + [quote], in: bytes) }
  }

  private static let quote = UInt8(ascii: "\"")

  /// Searches from the end of the pattern, so that most bytes are skipped (Horspool).
  private static func holds(key: [UInt8], in bytes: [UInt8]) -> Bool {
    let last = key.count - 1
    var skips = [Int](repeating: key.count, count: 256)
    for index in 0..<last { skips[Int(key[index])] = last - index }
    let quote = quote
    var at = last
    while at < bytes.count {
      let byte = bytes[at]
      if byte == quote, bytes[at - 1] == key[last - 1], bytes[(at - last)...at].elementsEqual(key),
        isKey(endingAt: at, in: bytes)
      {
        return true
      }
      at += skips[Int(byte)]
    }
    return false
  }

  private static func isKey(endingAt end: Int, in bytes: [UInt8]) -> Bool {
    bytes[(end + 1)...].first { $0 != 0x20 && $0 != 0x0A && $0 != 0x0D && $0 != 0x09 } == UInt8(ascii: ":")
  }
}
