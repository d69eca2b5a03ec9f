internal import CivilTime
internal import IntentCore
internal import JSON

/// Reads `sessions` of `vpn`: rules that only tighten each other.
struct SessionsReader {
  static let ruleKeys = ["profile", "duration", "pause", "exempt"]

  /// Whether the file is root's, which alone may exempt a group.
  let isRoots: Bool

  func read(_ member: JSONMember, _ log: inout ReadingLog) -> [SessionRule] {
    var rules: [SessionRule] = []
    for item in log.items(member, of: "a list of rules") {
      if let rule = rule(member.key, item, &log) { rules.append(rule) }
    }
    return rules
  }

  private func rule(_ key: String, _ node: JSONNode, _ log: inout ReadingLog) -> SessionRule? {
    guard case .object(let members) = node.kind else {
      log.wrongType(key, node, expected: "a list of rules, which are objects")
      return nil
    }
    var profile: String?
    var duration: Duration?
    var pause: Duration?
    var exempt: String?
    for member in members {
      switch member.key {
      case "profile": profile = self.profile(member, &log)
      case "duration": duration = length(member, from: 1, &log)
      case "pause": pause = length(member, from: 0, &log)
      case "exempt": exempt = group(member, &log)
      default: log.unknownKey(member, among: Self.ruleKeys)
      }
    }
    for key in ["profile", "duration", "pause"] where !members.contains(where: { $0.key == key }) {
      log.error(
        .definitionMissingKey, ["key": .text(key), "within": "sessions"],
        at: JSONSpan(node.span.start, node.span.start + 1))
    }
    guard let profile, let duration, let pause else { return nil }
    return SessionRule(profile: profile, duration: duration, pause: pause, exempt: exempt)
  }

  private func profile(_ member: JSONMember, _ log: inout ReadingLog) -> String? {
    guard let text = log.text(member) else { return nil }
    let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    if text.utf8.elementsEqual("*".utf8) { return text }
    if let colon, colon != text.utf8.startIndex, text.utf8.index(after: colon) != text.utf8.endIndex {
      return text
    }
    log.unfit(
      member.key, text, expected: "PROVIDER:ID such as \"demo:work\", or \"*\"", at: member.node.span)
    return nil
  }

  /// A whole number of seconds within a year.
  private func length(_ member: JSONMember, from least: Int, _ log: inout ReadingLog) -> Duration? {
    guard let text = log.text(member) else { return nil }
    if let length = Duration(text: text), length >= .seconds(least), length <= .seconds(366 * 86_400) {
      return length
    }
    log.unfit(
      member.key, text, expected: "a duration such as \"PT15M\", at most a year", at: member.node.span)
    return nil
  }

  private func group(_ member: JSONMember, _ log: inout ReadingLog) -> String? {
    guard let text = log.text(member) else { return nil }
    guard isRoots else {
      log.error(.configurationRule, ["reason": "exempt-roots", "key": .text(member.key)], at: member.keySpan)
      return nil
    }
    if text.utf8.isEmpty || text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 < 0x20 }) {
      log.unfit(member.key, text, expected: "the name of a group", at: member.node.span)
      return nil
    }
    return text
  }
}
