extension Value {
  /// Reads one JSON document (RFC 8259, strict); `file` names it in the faults.
  package init(json bytes: [UInt8], file: String, limits: JSONLimits = .data) throws(Failure) {
    throw Failure(.internalError)
  }
}

/// How large and how deep a JSON document may be.
package struct JSONLimits: Sendable {
  package var bytes: Int
  package var depth: Int

  package static let definition = JSONLimits(bytes: 256 << 10, depth: 64)
  package static let data = JSONLimits(bytes: 16 << 20, depth: 256)
}
