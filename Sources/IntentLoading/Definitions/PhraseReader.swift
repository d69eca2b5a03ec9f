internal import IntentCore

/// Reads the phrases that people may say; `${applicationName}` and parameters may stand in them.
struct PhraseReader {
  let parameters: [Parameter]

  func read(_ member: JSONMember, _ log: inout ReadingLog) -> [String] {
    let templates = TemplateReader(
      scope: TemplateScope(parameters: parameters, allowsApplicationName: true))
    var phrases: [String] = []
    for item in log.items(member, of: "a list of text") {
      guard let phrase = log.text(member.key, item) else { continue }
      if refuseInterpolation(phrase, item, &log) { continue }
      _ = templates.template(item, &log)
      phrases.append(phrase)
    }
    return phrases
  }

  /// Swift's `\(…)`, as App Intents write it, means nothing here.
  private func refuseInterpolation(_ phrase: String, _ node: JSONNode, _ log: inout ReadingLog) -> Bool {
    let bytes = Array(phrase.utf8)
    let opening: [UInt8] = [UInt8(ascii: "\\"), UInt8(ascii: "(")]
    guard let start = bytes.indices.dropLast().first(where: { bytes[$0...$0 + 1].elementsEqual(opening) })
    else { return false }
    let end = bytes[start...].firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 } ?? bytes.count
    let written = String(decoding: bytes[start..<end], as: UTF8.self)
    // In the file the backslash is written twice.
    let span = log.span(of: [opening[0]] + bytes[start..<end], at: start, in: node, length: bytes.count)
    log.error(
      .definitionPhrase, ["value": .text(written)], suggestion: suggestion(written), at: span)
    return true
  }

  private func suggestion(_ written: String) -> String {
    let name = written.utf8.dropFirst(2).drop { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "$") }
      .prefix { $0 != UInt8(ascii: ")") }
    let text = String(decoding: Array(name), as: UTF8.self)
    return parameters.contains { $0.name == text } ? "${\(text)}" : "${applicationName}"
  }
}
