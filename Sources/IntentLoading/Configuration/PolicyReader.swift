internal import IntentCore
internal import JSON

/// Reads `policy`: rules that restrict runs. What a rule leaves out in selecting it selects all of.
struct PolicyReader {
  static let keys = [
    "intents", "capabilities", "sources", "deny", "authentication", "users", "groups", "hours", "reason",
  ]
  static let restrictions = ["deny", "authentication", "users", "groups", "hours"]
  static let authentications = ["required", "unlocked"]

  let isRoots: Bool

  func read(_ member: JSONMember, _ log: inout ReadingLog) -> [PolicyRule] {
    var rules: [PolicyRule] = []
    for item in log.items(member, of: "a list of rules") {
      if let rule = rule(member.key, item, &log) { rules.append(rule) }
    }
    return rules
  }

  private func rule(_ key: String, _ node: JSONNode, _ log: inout ReadingLog) -> PolicyRule? {
    guard case .object(let members) = node.kind else {
      log.wrongType(key, node, expected: "a list of rules, which are objects")
      return nil
    }
    var rule = PolicyRule(location: log.document.location(of: node.span), isRoots: isRoots)
    for member in members { take(member, into: &rule, &log) }
    let restricting = members.filter { Self.restrictions.contains($0.key) }
    let start = JSONSpan(node.span.start, node.span.start + 1)
    if restricting.isEmpty {
      log.error(
        .configurationRule, ["reason": "restricts-nothing", "allowed": .list(Self.restrictions)], at: start)
    }
    if rule.isDenial, let other = restricting.first(where: { $0.key != "deny" }) {
      log.error(.configurationRule, ["key": .text(other.key)], at: other.keySpan)
    }
    return rule
  }

  private func take(_ member: JSONMember, into rule: inout PolicyRule, _ log: inout ReadingLog) {
    switch member.key {
    case "intents": rule.intents = intents(member, &log)
    case "capabilities": rule.capabilities = capabilities(member, &log)
    case "sources": rule.sources = sources(member, &log)
    case "deny":
      if case .boolean(true) = member.node.kind {
        rule.isDenial = true
      } else {
        log.wrongType(member.key, member.node, expected: "true, or left out")
      }
    case "authentication": rule.authentication = authentication(member, &log)
    case "users": rule.people = rule.people.with { $0.users = names(member, &log) }
    case "groups": rule.people = rule.people.with { $0.groups = names(member, &log) }
    case "hours": rule.hours = hours(member, &log)
    case "reason": rule.reason = log.filledText(member)
    default: log.unknownKey(member, among: Self.keys)
    }
  }

  private func intents(_ member: JSONMember, _ log: inout ReadingLog) -> [String] {
    texts(member, &log) { text, node, log in
      if Names.isIdentifier(text) { return true }
      log.badName(text, of: "intent", at: node.span)
      return false
    }
  }

  private func capabilities(_ member: JSONMember, _ log: inout ReadingLog) -> [String] {
    texts(member, &log) { text, node, log in
      if CapabilitySelector.isWellFormed(text) { return true }
      let kind = CapabilitySelector.kind(of: text)
      if CapabilitySelector.kinds.contains(kind) {
        log.unfit(
          member.key, text,
          expected: "a kind or an exact capability, such as \"exec(/usr/bin/rsync)\" or \"lock(unlock)\"",
          at: node.span)
      } else {
        log.notAllowed(member.key, kind, CapabilitySelector.kinds, at: node.span)
      }
      return false
    }
  }

  private func sources(_ member: JSONMember, _ log: inout ReadingLog) -> [RunSource] {
    var sources: [RunSource] = []
    for item in log.filledItems(member, of: "a list of sources that is not empty") {
      guard let text = log.text(member.key, item) else { continue }
      if let source = RunSource(text: text) {
        sources.append(source)
      } else {
        log.notAllowed(member.key, text, RunSource.named.map(\.text), at: item.span)
      }
    }
    return sources
  }

  private func authentication(
    _ member: JSONMember, _ log: inout ReadingLog
  ) -> IntentDefinition.Authentication {
    guard let text = log.text(member) else { return .required }
    if Self.authentications.contains(text), let read = IntentDefinition.Authentication(rawValue: text) {
      return read
    }
    log.notAllowed(member.key, text, Self.authentications, at: member.node.span)
    return .required
  }

  /// Names of users or groups; a list that is empty lets nobody.
  private func names(_ member: JSONMember, _ log: inout ReadingLog) -> [String] {
    var names: [String] = []
    for item in log.items(member, of: "a list of names") {
      guard let text = log.text(member.key, item) else { continue }
      if text.utf8.isEmpty || text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 < 0x20 }) {
        log.unfit(member.key, text, expected: "a list of names", at: item.span)
      } else {
        names.append(text)
      }
    }
    return names
  }

  private func hours(_ member: JSONMember, _ log: inout ReadingLog) -> [PolicyRule.Hours] {
    var hours: [PolicyRule.Hours] = []
    for item in log.filledItems(member, of: "a list of times such as \"07:00-22:00\"") {
      guard let text = log.text(member.key, item) else { continue }
      if let part = PolicyRule.Hours(text: text) {
        hours.append(part)
      } else {
        log.unfit(member.key, text, expected: "a list of times such as \"07:00-22:00\"", at: item.span)
      }
    }
    return hours
  }

  private func texts(
    _ member: JSONMember, _ log: inout ReadingLog,
    where isFit: (String, JSONNode, inout ReadingLog) -> Bool
  ) -> [String] {
    var texts: [String] = []
    for item in log.filledItems(member, of: "a list of text that is not empty") {
      guard let text = log.text(member.key, item) else { continue }
      if isFit(text, item, &log) { texts.append(text) }
    }
    return texts
  }
}

extension PolicyRule.People? {
  fileprivate func with(_ change: (inout PolicyRule.People) -> Void) -> PolicyRule.People {
    var people = self ?? PolicyRule.People()
    change(&people)
    return people
  }
}

extension PolicyRule.Hours {
  /// The same grammar as a regular expression, for JSON Schema.
  static let pattern =
    "^(?:[01][0-9]|2[0-3]):[0-5][0-9]-(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$"

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
