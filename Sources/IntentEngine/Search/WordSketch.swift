internal import IntentCore
internal import Phrases

/// Tells which words of a search stand in text, before it is read as JSON. It errs towards too much: what it lets
/// pass is looked at again.
struct WordSketch {
  private let queries: [SearchWords.Query]
  private var words = SearchWords()

  init(_ queries: [SearchWords.Query]) { self.queries = Array(queries.prefix(64)) }

  /// All words, a bit for each.
  var all: UInt64 { queries.count == 64 ? .max : (1 << UInt64(queries.count)) - 1 }

  /// The words that may stand in a part of some text.
  mutating func matches(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    // Escapes are left to those who read them.
    if bytes.contains(UInt8(ascii: "\\")) { return all }
    var best = [Int](repeating: 0, count: queries.count)
    words.match(String(decoding: bytes, as: UTF8.self), queries, weight: 1, best: &best)
    return best.indices.reduce(0) { best[$1] > 0 ? $0 | 1 << UInt64($1) : $0 }
  }
}

/// A string catalog of which only the entries that are needed are read as JSON.
struct CatalogSketch {
  private let bytes: [UInt8]
  private let path: String
  /// Where each entry stands, by its key as it is written, and the words that may stand in its texts.
  private var entries: [ArraySlice<UInt8>: (range: Range<Int>, matches: UInt64)] = [:]

  init(_ file: SourceFile, _ sketch: inout WordSketch) {
    bytes = file.bytes
    path = file.displayPath
    scan(&sketch)
  }

  /// The words that may stand in the translations of a text that is written so.
  func matches(_ key: ArraySlice<UInt8>) -> UInt64 { entries[key]?.matches ?? 0 }

  func catalog(of texts: [String]) -> StringCatalog? {
    var part = Array(#"{"sourceLanguage":"en","strings":{"#.utf8)
    var taken: Set<String> = []
    for text in texts {
      guard let entry = entries[Array(text.utf8)[...]], taken.insert(text).inserted else { continue }
      if taken.count > 1 { part.append(UInt8(ascii: ",")) }
      part += bytes[entry.range]
    }
    return try? StringCatalog(bytes: part + Array("}}".utf8), file: path)
  }

  private mutating func scan(_ sketch: inout WordSketch) {
    var (index, depth) = (0, 0)
    var isWithin = false
    var isText = false
    var entry: (key: ArraySlice<UInt8>, start: Int, matches: UInt64) = ([], 0, 0)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 2, isWithin { entries[entry.key] = (entry.start..<index + 1, entry.matches) }
      case UInt8(ascii: "\""):
        let text = bytes.string(from: index + 1)
        if bytes[min(text.endIndex + 1, bytes.count)...].first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
          switch depth {
          case 1: isWithin = text.elementsEqual("strings".utf8)
          case 2: entry = (text, index, 0)
          default: isText = text.elementsEqual("value".utf8) || text.elementsEqual("values".utf8)
          }
        } else if isText, isWithin, entry.matches != sketch.all {
          entry.matches |= sketch.matches(text)
        }
        index = text.endIndex
      default: break
      }
      index += 1
    }
  }
}

extension [UInt8] {
  /// The string that begins behind a quotation mark, as it is written.
  func string(from start: Int) -> ArraySlice<UInt8> {
    var index = start
    while index < count, self[index] != UInt8(ascii: "\"") {
      index += self[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return self[start..<Swift.min(index, count)]
  }
}
