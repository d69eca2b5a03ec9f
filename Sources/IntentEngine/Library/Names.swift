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
    while let last = bytes.last, "-.".utf8.contains(last) { bytes.removeLast() }
    let id = String(decoding: bytes.prefix(limit), as: UTF8.self)
    return isIntent(id) ? id : nil
  }
}

extension String {
  /// What follows the last slash.
  package var fileName: String {
    utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? self
  }

  /// The name without `.json` at its end; `nil` when it ends otherwise.
  package var jsonStem: String? {
    let stem = utf8.dropLast(5)
    return !stem.isEmpty && utf8.suffix(5).elementsEqual(".json".utf8) ? String(Substring(stem)) : nil
  }

  /// The text with some of its bytes written otherwise.
  func replacing(_ written: [UInt8: String]) -> String {
    String(decoding: utf8.flatMap { byte in written[byte].map { Array($0.utf8) } ?? [byte] }, as: UTF8.self)
  }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without the blanks around them.
  var trimmed: SubSequence {
    let isText: (UInt8) -> Bool = { $0 != 0x20 && $0 != 0x09 }
    guard let first = firstIndex(where: isText), let last = lastIndex(where: isText) else {
      return self[endIndex...]
    }
    return self[first...last]
  }
}

extension UInt8 {
  var isASCIIAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

extension [String] {
  /// Fails where a word holds what a line of a file cannot.
  func refuseControls(in name: String) throws(Failure) {
    guard let bad = first(where: { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }) else { return }
    throw Failure(.valueControl, ["name": .text(name), "value": .text(bad)])
  }
}
