internal import IntentCore

/// Rules that restrict runs. What a rule leaves out in selecting it selects all of.
extension PolicyRule: KeyedObject {
  private static let restrictions = ["deny", "authentication", "users", "groups", "hours", "sandbox"]

  static var schema: ValueObject {
    closedSchema + [
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
    log.list(member, of: "a list of rules") { item, log in
      guard case .object(let members) = item.node.kind else {
        log.wrongType(item, expected: "a list of rules, which are objects")
        return nil
      }
      var rule = PolicyRule(location: log.document.location(of: item.node.span), isRoots: isRoots)
      rule.read(members, &log)
      let restricting = members.filter { restrictions.contains($0.key) }
      if restricting.isEmpty {
        log.error(
          .configurationRule, ["reason": "restricts-nothing", "allowed": .list(restrictions)],
          at: item.node.span.opening)
      }
      if rule.isDenial, let other = restricting.first(where: { $0.key != "deny" }) {
        log.error(.configurationRule, ["key": .text(other.key)], at: other.keySpan)
      }
      return rule
    }
  }

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row(
      "intents", "Intents", "Only runs of these intents; without it, of all.",
      .filledList(of: .text(["pattern": .string(Names.identifierPattern)]))
    ) {
      $0.intents = $2.list($1, of: "a list of text that is not empty", isFilled: true) { item, log in
        guard let text = log.text(item) else { return nil }
        if Names.isIdentifier(text) { return text }
        log.badName(text, of: "intent", at: item.node.span)
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
      .filledList(of: ["enum": .strings(RunSource.named.map(\.text))])
    ) {
      $0.sources = $2.list($1, of: "a list of sources that is not empty", isFilled: true) {
        $1.word($0, among: RunSource.named.map(\.text)).flatMap(RunSource.init(text:))
      }
    }
    row("deny", "Deny", "Such runs are refused.", ["const": true]) {
      if case .boolean(true) = $1.node.kind {
        $0.isDenial = true
      } else {
        $2.wrongType($1, expected: "true, or left out")
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
      $0.hours = $2.list($1, of: expected, isFilled: true) { $1.read($0, expected, Hours.init(text:)) }
    }
    row(
      "sandbox", "Sandbox",
      "Programs of such runs start in a sandbox that the kernel holds whole, or not at all.",
      ["const": "required"]
    ) { if $2.word($1, among: ["required"]) != nil { $0.requiresSandbox = true } }
    row("reason", "Reason", "What is said to who is refused.", .filledText()) {
      $0.reason = $2.filledText($1)
    }
  }

  private static var accountNames: ValueObject { .list(of: .text(["pattern": #"^[^:\u0000-\u001F]+$"#])) }

  private static func readCapabilities(_ member: JSONMember, _ log: inout ReadingLog) -> [String] {
    log.list(member, of: "a list of text that is not empty", isFilled: true) { item, log in
      guard let text = log.text(item) else { return nil }
      if CapabilitySelector.isWellFormed(text) { return text }
      let (kind, kinds) = (CapabilitySelector.kind(of: text), CapabilitySelector.kinds)
      if kinds.contains(kind) {
        log.unfit(
          item, text,
          expected: "a kind or an exact capability, such as \"exec(/usr/bin/rsync)\" or \"lock(unlock)\"")
      } else {
        log.notAllowed(item, kind, kinds)
      }
      return nil
    }
  }

  private static let authentications: [IntentDefinition.Authentication] = [.required, .unlocked]

  private static func readAuthentication(_ member: JSONMember, _ log: inout ReadingLog)
    -> IntentDefinition.Authentication
  {
    let word = log.word(member, among: authentications.map(\.rawValue))
    return word.flatMap(IntentDefinition.Authentication.init(rawValue:)) ?? .required
  }

  /// Names of users or groups; with an empty list, nobody may run it.
  private static func readNames(_ member: JSONMember, _ log: inout ReadingLog) -> [String] {
    let expected = "a list of names"
    return log.list(member, of: expected) { $1.read($0, expected) { $0.isAccountName ? $0 : nil } }
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
