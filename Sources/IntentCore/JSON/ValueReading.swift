extension Value {
  /// Reads one JSON document (RFC 8259, strict); `file` names it in the faults.
  package init(json bytes: [UInt8], file: String, limits: JSONLimits = .data) throws(Failure) {
    self = try JSONDocument(bytes: bytes, file: file, limits: limits).root.value
  }
}
