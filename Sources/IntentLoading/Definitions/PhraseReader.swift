internal import IntentCore
internal import Phrases

/// Reads the phrases that people may say; `${applicationName}` and parameters may stand in them.
struct PhraseReader {
  let parameters: [Parameter]

  func read(_ member: JSONMember, _ log: inout ReadingLog) -> [String] {
    let templates = TemplateReader(scope: TemplateScope(parameters: parameters, allowsApplicationName: true))
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
      return log.error(
        .phraseSyntax, error.arguments(in: phrase), at: error.span(in: node, phrase, log.document))
    }
    let known = parameters.map(\.name) + ["applicationName"]
    for slot in template.slots where !known.contains(slot.name) {
      let written = Array("{\(slot.name)".utf8)
      let bytes = Array(phrase.utf8)
      let start = bytes.indices.first { bytes[$0...].starts(with: written) } ?? 0
      log.error(
        .definitionPlaceholder, ["name": .text(slot.name), "reason": "unknown", "allowed": .list(known)],
        suggestion: Suggestion.nearest(to: slot.name, among: known) ?? "",
        at: log.document.span(of: written + [UInt8(ascii: "}")], at: start, in: node, length: bytes.count))
    }
  }

  private func refuseInterpolation(_ phrase: String, _ node: JSONNode, _ log: inout ReadingLog) -> Bool {
    guard let written = SwiftInterpolation(in: phrase) else { return false }
    log.error(
      .definitionPhrase, ["value": .text(written.text)],
      suggestion: written.suggestion { name in parameters.contains { $0.name == name } },
      at: written.span(in: node, of: log.document))
    return true
  }
}

extension PhraseProblem {
  /// The facts that the wording needs.
  func arguments(in phrase: String) -> KeyValuePairs<String, FaultArgument> {
    [
      "value": .text(String(decoding: Array(phrase.utf8)[start..<end].prefix(60), as: UTF8.self)),
      "reason": .text(kind.rawValue),
      "limit": .integer(kind == .slots ? PhraseTemplate.slotLimit : PhraseTemplate.limit),
    ]
  }

  /// Where it stands in the file.
  func span(in node: JSONNode, _ phrase: String, _ document: JSONDocument) -> JSONSpan {
    let bytes = Array(phrase.utf8)
    return document.span(of: bytes[start..<end], at: start, in: node, length: bytes.count)
  }
}
