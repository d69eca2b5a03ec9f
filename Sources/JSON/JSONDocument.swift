/// A JSON document (RFC 8259, strict) that was read whole.
package struct JSONDocument: Sendable {
  package let root: JSONNode
  package let source: JSONSource

  /// Reads the bytes; `file` names them in locations.
  package init(parsing bytes: [UInt8], file: String, limits: JSONLimits) throws(JSONError) {
    source = JSONSource(file: file, bytes: bytes)
    guard bytes.count <= limits.bytes else {
      throw JSONError(faults: [
        JSONFault(.size(bytes.count, limit: limits.bytes), at: SourceLocation(file: file, line: 1, column: 1))
      ])
    }
    var parser = JSONParser(source: source, depthLimit: limits.depth)
    guard let root = parser.document() else { throw JSONError(faults: parser.faults) }
    self.root = root
  }
}

extension JSONDocument {
  /// The dotted path of keys and indices that leads to a place, as in `parameters.state.default`.
  package func keyPath(at span: JSONSpan) -> String {
    var path: [String] = []
    var node = root
    while let (step, next) = node.step(toward: span) {
      path.append(step)
      guard let next else { break }
      node = next
    }
    return path.joined(separator: ".")
  }

  package func location(of span: JSONSpan) -> SourceLocation {
    source.location(of: span, keyPath: keyPath(at: span))
  }
}

extension JSONSpan {
  fileprivate func holds(_ other: JSONSpan) -> Bool { start <= other.start && other.end <= end }
}

extension JSONNode {
  /// The key or index to go to, and the node there when the place is within it.
  fileprivate func step(toward place: JSONSpan) -> (String, JSONNode?)? {
    switch kind {
    case .object(let members):
      for member in members {
        if member.keySpan.holds(place) { return (member.key, nil) }
        if member.node.span.holds(place) { return (member.key, member.node) }
      }
    case .array(let items):
      for (index, item) in items.enumerated() where item.span.holds(place) { return (String(index), item) }
    default: break
    }
    return nil
  }
}

/// How large and how deep a JSON document may be.
package struct JSONLimits: Sendable {
  package var bytes: Int
  package var depth: Int

  package init(bytes: Int, depth: Int) {
    (self.bytes, self.depth) = (bytes, depth)
  }

  package static let definition = JSONLimits(bytes: 256 << 10, depth: 64)
  package static let data = JSONLimits(bytes: 16 << 20, depth: 256)
}

/// The text of a document, for turning byte offsets into lines and columns.
package struct JSONSource: Sendable {
  package let file: String
  package let bytes: [UInt8]

  /// How many scalars of a long line a location keeps.
  static let shownScalars = 200

  package init(file: String, bytes: [UInt8]) {
    (self.file, self.bytes) = (file, bytes)
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

/// A place in a file: 1-based line, 1-based column counted in Unicode scalars, and the line itself.
package struct SourceLocation: Sendable, Equatable {
  package var file: String
  package var line: Int
  package var column: Int
  /// How many scalars the place covers, at least one.
  package var length: Int
  /// The text of the line, without its end; of a long line, the part around the place.
  package var text: String
  /// The column at which `text` begins: 1, or more in a long line.
  package var textColumn = 1
  /// The path of keys that leads there, as in `parameters.state.default`; empty at the top.
  package var keyPath: String

  package init(file: String, line: Int, column: Int, length: Int = 1, text: String = "", keyPath: String = "")
  {
    (self.file, self.line, self.column, self.length, self.text) = (file, line, column, length, text)
    self.keyPath = keyPath
  }
}
