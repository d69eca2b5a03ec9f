internal import IntentCore

/// Swift's `\(…)`, as App Intents write phrases, which means nothing here.
struct SwiftInterpolation {
  /// As it is written, the backslash once.
  let text: String

  /// The first in a text; `nil` where there is none.
  init?(in text: String) {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return nil }
    let bytes = Array(text.utf8)
    let opening: [UInt8] = [UInt8(ascii: "\\"), UInt8(ascii: "(")]
    guard let start = bytes.indices.dropLast().first(where: { bytes[$0...$0 + 1].elementsEqual(opening) })
    else { return nil }
    let end = bytes[start...].firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 } ?? bytes.count
    self.text = String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// What is written instead: `${applicationName}` for `\(.applicationName)`, `${name}` for `\(\.$name)`.
  func suggestion(isKnown: (String) -> Bool) -> String {
    let name = text.utf8.dropFirst(2).drop { ".\\$".utf8.contains($0) }.prefix { $0 != UInt8(ascii: ")") }
    let text = String(decoding: Array(name), as: UTF8.self)
    return isKnown(text) ? "${\(text)}" : "${applicationName}"
  }

  /// Where it stands in a string of a file, which has the backslash twice.
  func span(in node: JSONNode, of document: JSONDocument) -> JSONSpan {
    document.span(of: Array("\\".utf8) + text.utf8, at: 0, in: node, length: -1)
  }
}
