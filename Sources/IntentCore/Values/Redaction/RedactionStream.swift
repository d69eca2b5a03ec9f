/// Hides secrets in a text that comes in pieces; a secret that is cut by their borders is found all the same.
package struct RedactionStream: Sendable {
  /// What may still be joined to a span: one base64 character before it, and one with two `=` after it.
  private static let margin = 4

  private var searches: [SpellingSearch]
  private var held: [UInt8] = []
  /// The place of the first byte that is held.
  private var offset = 0

  init(_ searches: [SpellingSearch]) { self.searches = searches }

  /// Takes a piece and answers what is certain so far.
  package mutating func feed(_ piece: [UInt8]) -> [UInt8] {
    held += piece
    var limit = offset + held.count
    for index in searches.indices {
      searches[index].read(held, from: offset, isLast: false)
      limit = min(limit, searches[index].pending)
    }
    limit -= Self.margin
    let spans = searches.spans(in: held, from: offset)
    if let crossing = spans.first(where: { $0.end > limit }) { limit = min(limit, crossing.start) }
    guard limit > offset else { return [] }
    let shown = held.hiding(spans, from: offset, to: limit)
    held.removeFirst(limit - offset)
    offset = limit
    for index in searches.indices { searches[index].forget(before: limit) }
    return shown
  }

  /// Answers the rest.
  package mutating func finish() -> [UInt8] {
    for index in searches.indices { searches[index].read(held, from: offset, isLast: true) }
    defer { held = [] }
    return held.hiding(searches.spans(in: held, from: offset), from: offset, to: offset + held.count)
  }
}

extension [SpellingSearch] {
  /// What is found in the text that is held, in order and without overlaps.
  func spans(in held: [UInt8], from offset: Int) -> [RedactedSpan] {
    var all: [RedactedSpan] = []
    for search in self { all += search.found }
    if all.isEmpty { return all }
    for index in all.indices { all[index].widen(in: held, from: offset) }
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
  fileprivate mutating func widen(in held: [UInt8], from offset: Int) {
    if edges.contains(.left), start > offset, held[start - offset - 1].isBase64 { start -= 1 }
    guard edges.contains(.right), end - offset < held.count, held[end - offset].isBase64 else { return }
    end += 1
    while end - offset < held.count, held[end - offset] == UInt8(ascii: "=") { end += 1 }
  }
}

extension [UInt8] {
  /// The part up to `limit` of a text that begins at `offset`, with a mark for every span that begins in it.
  func hiding(_ spans: [RedactedSpan], from offset: Int, to limit: Int) -> [UInt8] {
    var shown: [UInt8] = []
    shown.reserveCapacity(limit - offset)
    var at = offset
    for span in spans where span.start < limit {
      shown += self[(at - offset)..<(span.start - offset)]
      shown += Redactor.mark.utf8
      at = span.end
    }
    if at < limit { shown += self[(at - offset)..<(limit - offset)] }
    return shown
  }
}
