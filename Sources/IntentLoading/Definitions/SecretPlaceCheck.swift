internal import IntentCore

/// Finds secrets in texts that hold no placeholders, such as titles and defaults, where they would be shown as written.
struct SecretPlaceCheck {
  /// The fields of the handler.
  let fields: [HandlerDescriptor.Field]

  /// Looks at all members but those whose texts are templates, which their readers check.
  func run(besides templates: @autoclosure () -> [JSONMember?], _ log: inout ReadingLog) {
    guard namesSecret(log.document.source.bytes), case .object(let members) = log.document.root.kind else {
      return
    }
    let templates = templates()
    for member in members where !templates.contains(where: { $0?.keySpan == member.keySpan }) {
      look(in: member.node, &log)
    }
  }

  /// Whether the bytes hold `${secret:` at all, which most files do not.
  private func namesSecret(_ bytes: [UInt8]) -> Bool {
    for index in bytes.indices where bytes[index] == UInt8(ascii: "$") {
      if bytes[(index + 1)...].starts(with: "{secret:".utf8) { return true }
    }
    return false
  }

  private func look(in node: JSONNode, _ log: inout ReadingLog) {
    node.visit { node in
      guard case .string(let text) = node.kind, text.hasPlaceholder else { return }
      var scanner = PlaceholderScanner(text)
      while let piece = scanner.next() {
        guard case .placeholder(let start, let end) = piece,
          scanner.bytes[(start + 2)...].starts(with: "secret:".utf8)
        else { continue }
        log.misplacedSecret(
          String(decoding: scanner.bytes[(start + 9)..<(end - 1)], as: UTF8.self), "", fields,
          at: log.document.span(
            of: scanner.bytes[start..<end], at: start, in: node, length: scanner.bytes.count))
      }
    }
  }
}
