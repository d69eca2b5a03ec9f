/// The text of a document, for turning byte offsets into lines and columns.
package struct JSONSource: Sendable {
  package let file: String
  package let bytes: [UInt8]

  /// How many scalars of a long line a location keeps.
  static let shownScalars = 200

  package init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  /// The place of a span; one that covers several lines is cut at the end of its first.
  package func location(of span: JSONSpan, keyPath: String = "") -> SourceLocation {
    let offset = min(max(span.start, 0), bytes.count)
    var line = 1
    var lineStart = 0
    var index = 0
    while index < offset {
      if bytes[index] == 0x0A { (line, lineStart) = (line + 1, index + 1) }
      index += 1
    }
    var lineEnd = offset
    while lineEnd < bytes.count, bytes[lineEnd] != 0x0A { lineEnd += 1 }
    if lineEnd > lineStart, lineEnd > offset, bytes[lineEnd - 1] == 0x0D { lineEnd -= 1 }
    let before = scalarCount(lineStart, offset)
    let length = max(1, scalarCount(offset, max(offset, min(span.end, lineEnd))))
    var location = SourceLocation(
      file: file, line: line, column: before + 1, length: length, keyPath: keyPath)
    show(from: lineStart, to: lineEnd, around: before, in: &location)
    return location
  }

  private func scalarCount(_ start: Int, _ end: Int) -> Int {
    String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars.count
  }

  /// Keeps the whole line when it is short, else the part around the place.
  private func show(from start: Int, to end: Int, around column: Int, in location: inout SourceLocation) {
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    let scalars = text.unicodeScalars
    guard end - start > Self.shownScalars, scalars.count > Self.shownScalars else {
      location.text = text
      return
    }
    let first = max(0, min(column - Self.shownScalars / 2, scalars.count - Self.shownScalars))
    location.text = String(String.UnicodeScalarView(scalars.dropFirst(first).prefix(Self.shownScalars)))
    location.textColumn = first + 1
  }
}
