internal import IntentCore
internal import JSONSchema

extension ReadingLog {
  mutating func text(_ key: String, _ node: JSONNode) -> String? {
    if case .string(let text) = node.kind { return text }
    wrongType(key, node, expected: "text")
    return nil
  }

  mutating func text(_ member: JSONMember) -> String? { text(member.key, member.node) }

  mutating func filledText(_ member: JSONMember) -> String? {
    guard let text = text(member) else { return nil }
    if !text.utf8.isEmpty { return text }
    wrongType(member.key, member.node, expected: "text that is not empty")
    return nil
  }

  /// What a text stands for; `expected` says in words which form it must have.
  mutating func read<Meaning>(
    _ key: String, _ node: JSONNode, _ expected: String, _ meaning: (String) -> Meaning?
  ) -> Meaning? {
    guard let text = text(key, node) else { return nil }
    if let meaning = meaning(text) { return meaning }
    unfit(key, text, expected: expected, at: node.span)
    return nil
  }

  /// The id of an intent or of another thing of that kind.
  mutating func identifier(_ member: JSONMember, of kind: String) -> String? {
    guard let text = filledText(member) else { return nil }
    if Names.isIdentifier(text) { return text }
    badName(text, of: kind, at: member.node.span)
    return nil
  }

  mutating func flag(_ member: JSONMember) -> Bool? {
    if case .boolean(let flag) = member.node.kind { return flag }
    wrongType(member.key, member.node, expected: "true or false")
    return nil
  }

  /// A whole number of at least `minimum`.
  mutating func count(_ member: JSONMember, minimum: Int = 0) -> Int? {
    if case .integer(let number) = member.node.kind {
      if number >= minimum { return number }
      error(
        .definitionRange,
        ["key": .text(member.key), "value": .integer(number), "minimum": .integer(minimum)],
        at: member.node.span)
    } else {
      wrongType(member.key, member.node, expected: "a whole number")
    }
    return nil
  }

  mutating func items(_ member: JSONMember, of expected: String) -> [JSONNode] {
    if case .array(let items) = member.node.kind { return items }
    wrongType(member.key, member.node, expected: expected)
    return []
  }

  /// The members of a list that must say something.
  mutating func filledItems(_ member: JSONMember, of expected: String) -> [JSONNode] {
    if case .array(let items) = member.node.kind, !items.isEmpty { return items }
    wrongType(member.key, member.node, expected: expected)
    return []
  }

  mutating func texts(_ member: JSONMember) -> [String] {
    var texts: [String] = []
    for item in items(member, of: "a list of text") {
      if let text = text(member.key, item) { texts.append(text) }
    }
    return texts
  }

  mutating func members(_ key: String, _ node: JSONNode) -> [JSONMember] {
    if case .object(let members) = node.kind { return members }
    wrongType(key, node, expected: "an object")
    return []
  }

  /// One of a closed list of words.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ member: JSONMember) -> Word? {
    word(member.key, member.node, Word.self)
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, _ node: JSONNode, _ type: Word.Type
  ) -> Word? {
    guard let text = text(key, node) else { return nil }
    if let word = Word(rawValue: text) { return word }
    notAllowed(key, text, Word.allCases.map(\.rawValue), at: node.span)
    return nil
  }

  mutating func duration(_ key: String, _ node: JSONNode) -> Duration? {
    guard let text = text(key, node) else { return nil }
    if let duration = Duration(text: text), duration > .zero { return duration }
    error(.definitionDuration, ["key": .text(key), "value": .text(text)], at: node.span)
    return nil
  }

  mutating func duration(_ member: JSONMember) -> Duration? { duration(member.key, member.node) }

  mutating func pattern(_ text: String, at span: JSONSpan) -> Pattern? {
    do throws(PatternError) {
      return try Pattern(text)
    } catch let problem {
      error(
        .definitionPattern,
        ["value": .text(text), "reason": .text(problem.reason), "offset": .integer(problem.offset)], at: span)
      return nil
    }
  }
}
