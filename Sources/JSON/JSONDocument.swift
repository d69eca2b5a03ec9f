/// A JSON document (RFC 8259, strict) that was read whole.
package struct JSONDocument: Sendable {
  package let root: JSONNode
  package let source: JSONSource

  /// Reads the bytes; `file` names them in locations.
  package init(parsing bytes: [UInt8], file: String, limits: JSONLimits) throws(JSONError) {
    source = JSONSource(file: file, bytes: bytes)
    guard bytes.count <= limits.bytes else {
      throw JSONError(faults: [
        JSONFault(
          .size(bytes.count, limit: limits.bytes), at: SourceLocation(file: file, line: 1, column: 1))
      ])
    }
    var parser = JSONParser(source: source, depthLimit: limits.depth)
    guard let root = parser.document() else { throw JSONError(faults: parser.faults) }
    self.root = root
  }
}
