internal import IntentCore
internal import JSON

/// Reads the `choices` of a parameter: a list, or the command that prints one.
enum ChoicesReader {
  static func read(_ member: JSONMember, _ log: inout ReadingLog) -> Choices? {
    switch member.node.kind {
    case .array(let items) where !items.isEmpty: .list(list(items, &log))
    case .object: command(member.node, &log).map { .command($0) }
    default: wrong(member, &log)
    }
  }

  private static func wrong(_ member: JSONMember, _ log: inout ReadingLog) -> Choices? {
    log.wrongType(
      member.key, member.node, expected: "a list of values, or an object with the \"command\" that lists them"
    )
    return nil
  }

  private static func list(_ items: [JSONNode], _ log: inout ReadingLog) -> [Choice] {
    var choices: [Choice] = []
    for item in items {
      guard let choice = choice(item, &log) else { continue }
      if choices.contains(where: { $0.value == choice.value }) {
        log.wrongType("choices", item, expected: "a value that is not there already")
      } else {
        choices.append(choice)
      }
    }
    return choices
  }

  private static func choice(_ node: JSONNode, _ log: inout ReadingLog) -> Choice? {
    if case .object(let members) = node.kind {
      for member in members where member.key != "value" && member.key != "title" {
        log.unknownKey(member, among: ["value", "title"])
      }
    }
    if let choice = Choice(json: node.value) { return choice }
    if case .object(let members) = node.kind,
      members.contains(where: { !["value", "title"].contains($0.key) })
    {
      return nil
    }
    log.wrongType(
      "choices", node, expected: "a text or number, or an object of \"value\" and perhaps \"title\"")
    return nil
  }

  private static func command(_ node: JSONNode, _ log: inout ReadingLog) -> [String]? {
    var words: [String] = []
    var hasCommand = false
    for member in log.members("choices", node) {
      guard member.key == "command" else {
        log.unknownKey(member, among: ["command"])
        continue
      }
      hasCommand = true
      let expected = "a list of a program and its arguments, without placeholders"
      for item in log.items(member, of: expected) {
        guard let word = log.text(member.key, item) else { return nil }
        let isFilledIn = zip(word.utf8, word.utf8.dropFirst()).contains {
          $0 == (UInt8(ascii: "$"), UInt8(ascii: "{"))
        }
        if isFilledIn || (words.isEmpty && word.utf8.isEmpty) {
          log.wrongType(member.key, item, expected: expected)
          return nil
        }
        words.append(word)
      }
      if words.isEmpty, case .array = member.node.kind {
        log.wrongType(member.key, member.node, expected: expected)
      }
    }
    if !hasCommand {
      log.error(
        .definitionMissingKey, ["key": "command", "within": .text(log.document.keyPath(at: node.span))],
        at: node.span)
    }
    return words.isEmpty ? nil : words
  }
}

/// Reads the `file` of a parameter.
enum FileRuleReader {
  private static let keys = ["mustExist", "accept", "within"]

  static func read(_ member: JSONMember, _ log: inout ReadingLog) -> FileRule? {
    var rule = FileRule()
    for key in log.members(member.key, member.node) {
      switch key.key {
      case "within": rule.within = folder(key, &log)
      case "mustExist": rule.mustExist = log.flag(key) ?? false
      case "accept":
        let expected = "a list of \"folder\", endings such as \".json\" and patterns such as \"*.txt\""
        for item in log.items(key, of: expected) {
          guard let text = log.text(key.key, item) else { continue }
          if let accepted = FileRule.Accepted(text: text) {
            rule.accept.append(accepted)
          } else {
            log.wrongType(
              key.key, item,
              expected: "\"folder\", an ending such as \".json\" or a pattern such as \"*.txt\"")
          }
        }
      default: log.unknownKey(key, among: keys)
      }
    }
    return rule
  }

  private static func folder(_ member: JSONMember, _ log: inout ReadingLog) -> String? {
    guard let text = log.filledText(member) else { return nil }
    let bytes = text.utf8
    if bytes.first == UInt8(ascii: "/") || text == "~" || bytes.starts(with: "~/".utf8) { return text }
    log.wrongType(member.key, member.node, expected: "a folder such as \"/srv/notes\" or \"~/Notes\"")
    return nil
  }
}
