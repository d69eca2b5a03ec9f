internal import IntentCore
internal import Phrases

/// Reads the phrases that people may say; `${applicationName}` and parameters may stand in them.
struct PhraseReader {
  let parameters: [Parameter]

  func read(_ member: JSONMember, _ log: inout ReadingLog) -> [String] {
    let templates = TemplateReader(scope: TemplateScope(parameters: parameters, allowsApplicationName: true))
    var phrases: [String] = []
    for item in log.items(member, of: "a list of text") {
      guard let phrase = log.text(item) else { continue }
      if refuseInterpolation(phrase, item.node, &log) { continue }
      let before = log.errors.count
      _ = templates.template(item.node, &log)
      if log.errors.count == before, !PhraseNotation.isSound(phrase) {
        checkNotation(phrase, item.node, &log)
      }
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
      log.unknownName(
        slot.name, "unknown", among: known, nearest: slot.name,
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

/// Tells in one pass that there is nothing to find fault with in a phrase: every run reads its definition's phrases, and
/// to read one as a template takes some twenty times as long.
enum PhraseNotation {
  /// Whether the phrase surely can be read; false where it is worth a closer look.
  static func isSound(_ phrase: String) -> Bool {
    guard phrase.utf8.count <= PhraseTemplate.limit else { return false }
    // A bit for each open group, set for `[`; and whether words stood in it.
    var (groups, filled, depth, slots): (UInt32, UInt32, Int, Int) = (0, 0, 0, 0)
    var (last, isInside): (UInt8, Bool) = (0, false)
    for byte in phrase.utf8 {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "("):
        depth += 1
        if isInside || depth > 8 { return false }
        groups = byte == UInt8(ascii: "[") ? groups | 1 << depth : groups & ~(1 << depth)
        filled &= ~(1 << depth)
      case UInt8(ascii: "]"), UInt8(ascii: ")"):
        let isOptional = groups & 1 << depth != 0
        if isInside || depth == 0 || isOptional != (byte == UInt8(ascii: "]")) { return false }
        // Words that everybody says must stand outside of what is optional.
        if filled & 1 << depth == 0 { return false }
        depth -= 1
      case UInt8(ascii: "|"): if isInside || depth == 0 || filled & 1 << depth == 0 { return false }
      case UInt8(ascii: "{"):
        slots += 1
        if isInside || last != UInt8(ascii: "$") || slots > 8 { return false }
        isInside = true
      case UInt8(ascii: "}"):
        if !isInside { return false }
        isInside = false
        filled |= 1 << depth
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: filled |= 1 << depth
      // Marks and blanks of other scripts are no words, so that these letters alone are not enough.
      case 0xD0...0xD1, 0xE4...0xE9: filled |= 1 << depth
      default: break
      }
      last = byte
    }
    return depth == 0 && !isInside && filled & 1 != 0
  }
}

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
