internal import IntentCore
internal import JSON
internal import Phrases

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
      let before = log.errors.count
      _ = templates.template(item, &log)
      if log.errors.count == before, !PhraseNotation.isSound(phrase) { checkNotation(phrase, item, &log) }
      phrases.append(phrase)
    }
    return phrases
  }

  private func checkNotation(_ phrase: String, _ node: JSONNode, _ log: inout ReadingLog) {
    let template: PhraseTemplate
    do throws(PhraseProblem) {
      template = try PhraseTemplate(phrase)
    } catch {
      let bytes = Array(phrase.utf8)
      let piece = bytes[error.start..<error.end]
      log.error(
        .phraseSyntax, error.arguments(in: phrase),
        at: log.span(of: piece, at: error.start, in: node, length: bytes.count))
      return
    }
    let known = parameters.map(\.name) + ["applicationName"]
    for slot in template.slots where !known.contains(slot.name) {
      let written = Array("{\(slot.name)".utf8)
      let start = Array(phrase.utf8).firstRange(of: written) ?? 0
      log.error(
        .definitionPlaceholder,
        ["name": .text(slot.name), "reason": "unknown", "allowed": .list(known)],
        suggestion: Suggestion.nearest(to: slot.name, among: known) ?? "",
        at: log.span(of: written + [UInt8(ascii: "}")], at: start, in: node, length: phrase.utf8.count))
    }
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

extension PhraseProblem {
  /// The facts that the wording needs.
  func arguments(in phrase: String) -> KeyValuePairs<String, FaultArgument> {
    let bytes = Array(phrase.utf8)
    return [
      "value": .text(String(decoding: bytes[start..<end].prefix(60), as: UTF8.self)),
      "reason": .text(kind.rawValue),
      "limit": .integer(kind == .slots ? PhraseTemplate.slotLimit : PhraseTemplate.limit),
    ]
  }
}

extension [UInt8] {
  fileprivate func firstRange(of piece: [UInt8]) -> Int? {
    indices.first { self[$0...].starts(with: piece) }
  }
}
