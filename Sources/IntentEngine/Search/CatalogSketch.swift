internal import IntentCore
internal import IntentLoading

/// A string catalog of which only the entries that are needed are read as JSON.
struct CatalogSketch {
  private let bytes: [UInt8]
  private let path: String
  /// Where each entry stands, by the number of its key, and the words that may stand in its texts.
  private var entries: [UInt64: (range: Range<Int>, matches: UInt64)] = [:]

  init(_ file: SourceFile, _ sketch: WordSketch) {
    bytes = file.bytes
    path = file.displayPath
    entries.reserveCapacity(bytes.count / 700)
    scan(sketch)
  }

  /// The words that may stand in the translations of a text that is written so.
  func matches(_ key: UInt64) -> UInt64 { entries[key]?.matches ?? 0 }

  /// A catalog of these texts alone.
  func catalog(of texts: [String]) -> StringCatalog? {
    var part = Array(#"{"sourceLanguage":"en","strings":{"#.utf8)
    var taken: Set<UInt64> = []
    for text in texts {
      let key = [UInt8].hash(text)
      guard let entry = entries[key], taken.insert(key).inserted else { continue }
      if taken.count > 1 { part.append(UInt8(ascii: ",")) }
      part += bytes[entry.range]
    }
    return try? StringCatalog(bytes: part + Array("}}".utf8), file: path)
  }

  private mutating func scan(_ sketch: WordSketch) {
    let source = bytes
    let text = source.span
    let count = text.count
    let all = sketch.all
    var (index, depth) = (0, 0)
    var isWithin = false
    var isText = false
    var entry: (key: UInt64, start: Int, matches: UInt64) = (0, 0, 0)
    while index < count {
      switch text[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 2, isWithin { entries[entry.key] = (entry.start..<index + 1, entry.matches) }
      case UInt8(ascii: "\""):
        let start = index + 1
        var end = start
        while end < count, text[end] != UInt8(ascii: "\"") { end += text[end] == UInt8(ascii: "\\") ? 2 : 1 }
        end = min(end, count)
        var next = end + 1
        while next < count, text[next] <= 0x20 { next += 1 }
        if next < count, text[next] == UInt8(ascii: ":") {
          switch depth {
          case 1: isWithin = source[start..<end].elementsEqual("strings".utf8)
          case 2: entry = (source.string(from: start).hash, index, 0)
          default:
            // "value" or "values", which nothing else in a catalog is as long as and begins like.
            let length = end - start
            isText =
              (length == 5 || length == 6) && text[start] == UInt8(ascii: "v")
              && text[start + 1] == UInt8(ascii: "a")
          }
        } else if isText, isWithin, entry.matches != all {
          entry.matches |= sketch.matches(source, start..<end)
        }
        index = end
      default: break
      }
      index += 1
    }
  }
}
