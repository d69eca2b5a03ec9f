/// A JSON document (RFC 8259, strict) that was read whole.
package struct JSONDocument: Sendable {
  package let root: JSONNode
  package let source: JSONSource

  /// Reads the bytes; the failure holds every fault that reading could go past, at most twenty.
  package init(bytes: [UInt8], file: String, limits: JSONLimits) throws(Failure) {
    source = JSONSource(file: file, bytes: bytes)
    guard bytes.count <= limits.bytes else {
      throw Failure(
        .fileTooLarge,
        ["path": .text(file), "size": .integer(bytes.count), "limit": .integer(limits.bytes)],
        at: SourceLocation(file: file, line: 1, column: 1))
    }
    var parser = JSONParser(source: source, depthLimit: limits.depth)
    guard let root = parser.document() else { throw Failure(parser.faults) }
    self.root = root
  }
}
