package import IntentCore

/// Writes one member into the bytes of a configuration and leaves every other byte as it is.
package enum ConfigurationEdit {
  /// The same file with `vpn.profile`; `nil` where it has one already or its form does not let it be added.
  ///
  /// - Parameter bytes: The file as it is; `nil` where there is none.
  package static func naming(_ profile: String, in bytes: [UInt8]?, file: String) throws(Failure) -> [UInt8]?
  {
    let member = "\"profile\": \(Value.string(profile).json())"
    guard let bytes else { return Array("{ \"vpn\": { \(member) } }\n".utf8) }
    let root = try JSONDocument(bytes: bytes, file: file, limits: .definition).root
    guard case .object(let members) = root.kind else { return nil }
    guard let vpn = root["vpn"] else {
      return inserted("\"vpn\": { \(member) }", before: members.first, at: root.span, bytes)
    }
    guard case .object(let parts) = vpn.kind, vpn["profile"] == nil else { return nil }
    return inserted(member, before: parts.first, at: vpn.span, bytes)
  }

  /// As the first member of the object, with the blanks and line breaks that the first one had before it.
  private static func inserted(
    _ member: String, before first: JSONMember?, at object: JSONSpan, _ bytes: [UInt8]
  ) -> [UInt8] {
    let start = object.start + 1
    guard let first else { return bytes[..<start] + Array(" \(member) ".utf8) + bytes[(object.end - 1)...] }
    let lead = bytes[start..<first.keySpan.start]
    return bytes[..<start] + lead + Array("\(member),".utf8) + bytes[start...]
  }
}
