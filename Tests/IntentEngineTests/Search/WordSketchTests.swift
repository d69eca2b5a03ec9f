import Foundation
import IntentCore
import Phrases
import TestSupport
import Testing

@testable import IntentEngine

/// What the quick look lets pass holds all that the search itself would find.
@Suite struct WordSketchTests {
  static func texts() throws -> [String] {
    let data = try Data(contentsOf: Repository.intents.appending(path: "Localizable.xcstrings"))
    let catalog = try StringCatalog(bytes: Array(data), file: "Localizable.xcstrings")
    var texts: [String] = []
    for entry in catalog.entries {
      texts.append(entry.key)
      for localization in entry.localizations {
        for node in CatalogEntry.texts(of: localization.node) {
          if case .string(let text) = node.kind { texts.append(text) }
        }
      }
    }
    return texts
  }

  /// The word with a letter less, another, or two in each other's place; or its beginning.
  static func twisted(_ word: String, _ round: Int) -> String {
    var letters = Array(word.unicodeScalars)
    guard letters.count > 2 else { return word }
    let place = (round * 7 + 3) % (letters.count - 1)
    switch round % 5 {
    case 0: break
    case 1: letters.remove(at: place)
    case 2: letters.swapAt(place, place + 1)
    case 3: letters[place] = "q"
    default: letters.removeLast(letters.count / 2)
    }
    return String(String.UnicodeScalarView(letters))
  }

  @Test func `nothing is overlooked`() throws {
    let texts = try Self.texts()
    var (found, passed, pairs) = (0, 0, 0)
    var words = SearchWords()
    for (round, text) in texts.enumerated() where round.isMultiple(of: 3) {
      let parts = text.split(separator: " ").map { String($0) }
      guard let word = parts.max(by: { $0.utf8.count < $1.utf8.count }) else { continue }
      let queries = SearchWords.queries(Self.twisted(word, round))
      var sketch = WordSketch(queries)
      for other in texts {
        var best = [Int](repeating: 0, count: queries.count)
        words.match(other, queries, weight: 1, best: &best)
        let mask = sketch.matches(Array(other.utf8)[...])
        pairs += queries.count
        passed += mask.nonzeroBitCount
        for (index, score) in best.enumerated() where score > 0 {
          found += 1
          #expect(mask & 1 << UInt64(index) != 0, "\(word), round \(round), in \(other)")
        }
      }
    }
    print("search: \(pairs) pairs of words and texts, \(found) found, \(passed) let pass")
    #expect(found > 500 && passed < pairs / 4)
  }

  @Test func `a catalog is read in parts`() throws {
    let data = try Data(contentsOf: Repository.intents.appending(path: "Localizable.xcstrings"))
    let file = SourceFile(displayPath: "L", path: "/L", bytes: Array(data))
    let whole = try StringCatalog(bytes: file.bytes, file: "L")
    var words = WordSketch(SearchWords.queries("дверь"))
    let sketch = CatalogSketch(file, &words)
    for entry in whole.entries {
      let part = try #require(sketch.catalog(of: [entry.key, "no such text"]))
      #expect(part.entries.map(\.key) == [entry.key])
      for language in ["ru", "ja"] {
        let tag = try #require(LanguageTag(language))
        #expect(part.stringSet(entry.key, language: tag) == whole.stringSet(entry.key, language: tag))
      }
    }
    #expect(sketch.matches(Array("Lock Door".utf8)[...]) == 1)
    #expect(sketch.matches(Array("Hello".utf8)[...]) == 0)
    let none = CatalogSketch(
      SourceFile(displayPath: "L", path: "/L", bytes: Array("{\"strings\": [\"a".utf8)), &words)
    #expect(none.catalog(of: ["a"])?.entries.isEmpty ?? true)
  }
}
