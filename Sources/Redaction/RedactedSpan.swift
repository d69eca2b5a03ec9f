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
