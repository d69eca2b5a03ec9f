internal import IntentCore

/// Reads the `choices` of a parameter: a list, or the command that prints one.
enum ChoicesReader {
  static func read(_ member: JSONMember, _ log: inout ReadingLog) -> Choices? {
    switch member.node.kind {
    case .array(let items) where !items.isEmpty: return .list(list(member, &log))
    case .object: return command(member, &log).map { .command($0) }
    default:
      log.wrongType(member, expected: "a list of values, or an object with the \"command\" that lists them")
      return nil
    }
  }

  private static func list(_ member: JSONMember, _ log: inout ReadingLog) -> [Choice] {
    var choices: [Choice] = []
    for item in member.items {
      guard let choice = choice(item, &log) else { continue }
      if choices.contains(where: { $0.value == choice.value }) {
        log.wrongType(item, expected: "a value that is not there already")
      } else {
        choices.append(choice)
      }
    }
    return choices
  }

  private static func choice(_ item: JSONMember, _ log: inout ReadingLog) -> Choice? {
    var isKnown = true
    if case .object(let members) = item.node.kind {
      for member in members where !ChoiceKeys.keys.contains(member.key) {
        log.unknownKey(member, among: ChoiceKeys.keys)
        isKnown = false
      }
    }
    if let choice = Choice(json: item.node.value) { return choice }
    if isKnown {
      log.wrongType(item, expected: "a text or number, or an object of \"value\" and perhaps \"title\"")
    }
    return nil
  }

  private static func command(_ member: JSONMember, _ log: inout ReadingLog) -> [String]? {
    let command = ListingCommand().reading(member, &log)
    let span = member.node.span
    log.require(ListingCommand.required, in: member.node, within: log.document.keyPath(at: span), at: span)
    return command.words.isEmpty ? nil : command.words
  }

  static var schema: ValueObject {
    let choice: ValueObject = [
      "oneOf": .array([.object(ChoiceKeys.value), .object(ChoiceKeys.closedSchema)])
    ]
    return ["oneOf": .array([.object(.filledList(of: choice)), .object(ListingCommand.closedSchema)])]
  }
}

/// The keys of a choice that is an object, which a program may print too.
private struct ChoiceKeys: KeyedObject {
  static let required = ["value"]
  static var value: ValueObject { ["type": ["string", "number", "boolean"]] }

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("value", "", "", value) { _, _, _ in }
    row("title", "", "", ["type": "string"]) { _, _, _ in }
  }
}

/// The program that lists choices, and its arguments.
private struct ListingCommand: KeyedObject {
  static let required = ["command"]

  private(set) var words: [String] = []

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row(
      "command", "Command", "The program and its arguments; it runs only when the definition is allowed.",
      .filledList(of: .text())
    ) { $0.readWords($1, &$2) }
  }

  private mutating func readWords(_ member: JSONMember, _ log: inout ReadingLog) {
    let expected = "a list of a program and its arguments, without placeholders"
    var words: [String] = []
    for item in log.items(member, of: expected, isFilled: true) {
      guard let word = log.text(item) else { return }
      if word.hasPlaceholder || (words.isEmpty && word.utf8.isEmpty) {
        return log.wrongType(item, expected: expected)
      }
      words.append(word)
    }
    self.words = words
  }
}

extension FileRule: KeyedObject {
  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("mustExist", "Must exist", "Whether something must be there.", .flag(default: false)) {
      $0.mustExist = $2.flag($1) ?? false
    }
    row(
      "within", "Within",
      "The folder in which it must lie once links are followed: an absolute path, or ~/….",
      .text(["pattern": #"^(/|~$|~/)"#, "examples": ["/srv/notes", "~/Notes"]])
    ) { $0.within = folder($1, &$2) }
    row(
      "accept", "Accept", "What may be given: patterns of names, endings, folders.",
      .list(
        of: .text([
          "pattern": #"^(folder|\.[^/\u0000]+|[^/\u0000]*[*?][^/\u0000]*)$"#,
          "examples": ["*.txt", ".json", "folder"],
        ]))
    ) { $0.readAccepted($1, &$2) }
    row(
      "access", "Access", "What a sandbox lets the program do with it; nothing when absent.",
      .choice(FileRule.Access.allCases) {
        switch $0 {
        case .read: "Read it, and what is in it."
        case .write: "Change it too; a file that is not there yet is made for it."
        }
      }
    ) { $0.access = $2.word($1) }
  }

  private mutating func readAccepted(_ member: JSONMember, _ log: inout ReadingLog) {
    let expected = "a list of \"folder\", endings such as \".json\" and patterns such as \"*.txt\""
    accept = log.list(member, of: expected) { item, log in
      guard let text = log.text(item) else { return nil }
      if let accepted = FileRule.Accepted(text: text) { return accepted }
      log.wrongType(item, expected: "\"folder\", an ending such as \".json\" or a pattern such as \"*.txt\"")
      return nil
    }
  }

  private static func folder(_ member: JSONMember, _ log: inout ReadingLog) -> String? {
    guard let text = log.filledText(member) else { return nil }
    let bytes = text.utf8
    if bytes.first == UInt8(ascii: "/") || text == "~" || bytes.starts(with: "~/".utf8) { return text }
    log.wrongType(member, expected: "a folder such as \"/srv/notes\" or \"~/Notes\"")
    return nil
  }
}
