package import IntentCore
package import IntentLoading

extension Failure {
  /// For a value that is none of a few.
  package static func notAmong(_ option: String, _ value: String, _ allowed: [String]) -> Failure {
    Failure(
      .valueEnum,
      [
        "name": .text(option), "value": .text(value), "allowed": .list(allowed),
        "suggestion": .text(Suggestion.nearest(to: value, among: allowed) ?? ""),
      ])
  }

  /// For a name that was to become an id.
  package static func noIdentifier(_ name: String) -> Failure {
    Failure(
      .valueIdentifier, ["value": .text(name), "suggestion": .text(Names.identifier(from: name) ?? "")])
  }
}

extension Names {
  /// The id that a text probably means: small letters, and dashes for what an id cannot hold.
  package static func identifier(from text: String) -> String? {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x41...0x5A: bytes.append(byte + 32)
      case 0x61...0x7A, 0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "_"): bytes.append(byte)
      default: if let last = bytes.last, last != UInt8(ascii: "-") { bytes.append(UInt8(ascii: "-")) }
      }
    }
    while let last = bytes.last, last == UInt8(ascii: "-") || last == UInt8(ascii: ".") { bytes.removeLast() }
    let id = String(decoding: bytes.prefix(limit), as: UTF8.self)
    return isIdentifier(id) ? id : nil
  }
}
