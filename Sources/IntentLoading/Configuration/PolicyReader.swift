internal import IntentCore

/// Rules that restrict runs. What a rule leaves out in selecting it selects all of.
extension PolicyRule: KeyedObject {
  private static let restrictions = ["deny", "authentication", "users", "groups", "hours"]

  static var schema: ValueObject {
    closedSchema() + [
      "anyOf": .required(restrictions),
      "dependentSchemas": .object([
        "deny": .object([
          "properties": .object(
            ValueObject(uniqueMembers: restrictions.filter { $0 != "deny" }.map { ($0, .boolean(false)) }))
        ])
      ]),
    ]
  }

  /// Reads `policy`.
  static func read(_ member: JSONMember, isRoots: Bool, _ log: inout ReadingLog) -> [PolicyRule] {
    var rules: [PolicyRule] = []
    for item in log.items(member, of: "a list of rules") {
      guard case .object(let members) = item.kind else {
        log.wrongType(member.key, item, expected: "a list of rules, which are objects")
        continue
      }
      var rule = PolicyRule(location: log.document.location(of: item.span), isRoots: isRoots)
      rule.read(members, &log)
      let restricting = members.filter { restrictions.contains($0.key) }
      if restricting.isEmpty {
        log.error(
          .configurationRule, ["reason": "restricts-nothing", "allowed": .list(restrictions)],
          at: item.span.opening)
      }
      if rule.isDenial, let other = restricting.first(where: { $0.key != "deny" }) {
        log.error(.configurationRule, ["key": .text(other.key)], at: other.keySpan)
      }
      rules.append(rule)
    }
    return rules
  }

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row(
      "intents", "Intents", "Only runs of these intents; without it, of all.",
      .filledList(of: .text(["pattern": .string(Names.identifierPattern)]))
    ) {
      $0.intents = $2.texts($1, of: "a list of text that is not empty") { text, node, log in
        if Names.isIdentifier(text) { return text }
        log.badName(text, of: "intent", at: node.span)
        return nil
      }
    }
    row(
      "capabilities", "Capabilities",
      "Only runs that may touch one of these: a kind, a kind with an action, or one thing.",
      .filledList(of: [
        "type": "string", "pattern": .string(CapabilitySelector.pattern),
        "examples": ["exec", "lock(unlock)", "exec(/usr/bin/rsync)", "net(https,example.com,443)"],
      ])
    ) { $0.capabilities = readCapabilities($1, &$2) }
    row(
      "sources", "Sources", "Only runs from there; without it, from everywhere.",
      .filledList(of: ["enum": .array(RunSource.named.map { .string($0.text) })])
    ) {
      let key = $1.key
      $0.sources = $2.texts($1, of: "a list of sources that is not empty") { text, node, log in
        if let source = RunSource(text: text) { return source }
        log.notAllowed(key, text, RunSource.named.map(\.text), at: node.span)
        return nil
      }
    }
    row("deny", "Deny", "Such runs are refused.", ["const": true]) {
      if case .boolean(true) = $1.node.kind {
        $0.isDenial = true
      } else {
        $2.wrongType($1.key, $1.node, expected: "true, or left out")
      }
    }
    row(
      "authentication", "Authentication",
      "What such runs ask of the person, if the definition does not ask for more.",
      .choice(authentications) { $0.meaning }
    ) { $0.authentication = readAuthentication($1, &$2) }
    row("users", "Users", "Only these users, and those of the groups, may.", accountNames) {
      $0.people = $0.people ?? People()
      $0.people?.users = readNames($1, &$2)
    }
    row("groups", "Groups", "Only members of these groups, and the users named, may.", accountNames) {
      $0.people = $0.people ?? People()
      $0.people?.groups = readNames($1, &$2)
    }
    row(
      "hours", "Hours", "Only at these times of the day; an end before the start is on the next day.",
      .filledList(of: [
        "type": "string", "pattern": .string(PolicyRule.Hours.pattern), "examples": ["07:00-22:00"],
      ])
    ) {
      let expected = "a list of times such as \"07:00-22:00\""
      for item in $2.filledItems($1, of: expected) {
        if let hours = $2.read($1.key, item, expected, Hours.init(text:)) { $0.hours.append(hours) }
      }
    }
    row("reason", "Reason", "What is said to who is refused.", .filledText()) {
      $0.reason = $2.filledText($1)
    }
  }

  private static var accountNames: ValueObject { .list(of: .text(["pattern": #"^[^:\u0000-\u001F]+$"#])) }

  private static func readCapabilities(_ member: JSONMember, _ log: inout ReadingLog) -> [String] {
    log.texts(member, of: "a list of text that is not empty") { text, node, log in
      if CapabilitySelector.isWellFormed(text) { return text }
      let (kind, kinds) = (CapabilitySelector.kind(of: text), CapabilitySelector.kinds)
      if kinds.contains(kind) {
        log.unfit(
          member.key, text,
          expected: "a kind or an exact capability, such as \"exec(/usr/bin/rsync)\" or \"lock(unlock)\"",
          at: node.span)
      } else {
        log.notAllowed(member.key, kind, kinds, at: node.span)
      }
      return nil
    }
  }

  private static let authentications: [IntentDefinition.Authentication] = [.required, .unlocked]

  private static func readAuthentication(_ member: JSONMember, _ log: inout ReadingLog)
    -> IntentDefinition.Authentication
  {
    guard let text = log.text(member) else { return .required }
    if let read = authentications.first(where: { $0.rawValue == text }) { return read }
    log.notAllowed(member.key, text, authentications.map(\.rawValue), at: member.node.span)
    return .required
  }

  /// Names of users or groups; a list that is empty lets nobody.
  private static func readNames(_ member: JSONMember, _ log: inout ReadingLog) -> [String] {
    let expected = "a list of names"
    return log.items(member, of: expected).compactMap { item in
      log.read(member.key, item, expected) { $0.isAccountName ? $0 : nil }
    }
  }
}

extension ReadingLog {
  /// What the texts of a list stand for; `item` says what is wrong with one that stands for nothing.
  fileprivate mutating func texts<Item>(
    _ member: JSONMember, of expected: String, _ item: (String, JSONNode, inout ReadingLog) -> Item?
  ) -> [Item] {
    var items: [Item] = []
    for node in filledItems(member, of: expected) {
      if let text = text(member.key, node), let item = item(text, node, &self) { items.append(item) }
    }
    return items
  }
}

extension PolicyRule.Hours {
  /// The same grammar as a regular expression, for JSON Schema.
  static let pattern = "^(?:[01][0-9]|2[0-3]):[0-5][0-9]-(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$"

  /// Reads `07:00-22:00`; `24:00` is the end of a day, and a part without a length is none.
  init?(text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 11, bytes[5] == UInt8(ascii: "-"), let from = Self.minutes(bytes[0..<5]),
      let until = Self.minutes(bytes[6..<11]), from < 24 * 60, from != until
    else { return nil }
    self.init(from: from, until: until)
  }

  private static func minutes(_ text: ArraySlice<UInt8>) -> Int? {
    let digits = text.map { Int($0) - 0x30 }
    guard text[text.startIndex + 2] == UInt8(ascii: ":"),
      [0, 1, 3, 4].allSatisfy({ (0...9).contains(digits[$0]) })
    else { return nil }
    let (hour, minute) = (digits[0] * 10 + digits[1], digits[3] * 10 + digits[4])
    return hour < 24 && minute < 60 || hour == 24 && minute == 0 ? hour * 60 + minute : nil
  }
}
