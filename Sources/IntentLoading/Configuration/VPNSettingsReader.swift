internal import IntentCore

/// Reads `vpn`: the profile that is meant, those that are left alone, and the rules for sessions.
struct VPNSettingsReader: KeyedObject {
  private static let pattern = "^[^:]+:[\\s\\S]+$"

  /// Whether the file is root's, which alone may exempt a group.
  let isRoots: Bool
  private(set) var settings = VPNSettings()

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row(
      "profile", "Profile", "The default; without it there is the demo alone.",
      .text(["pattern": .string(pattern), "examples": ["nm:5f964014-6acb-4916-ab4b-0a648c45a6d2", "wg:wg0"]])
    ) { $0.settings.profile = profile($1, &$2) }
    row(
      "exclude", "Exclude", "Profiles that are never listed, picked or toggled.",
      .list(of: .text(["pattern": .string(pattern)]))
    ) { $0.settings.exclude = $2.list($1, of: "a list of profiles") { profile($0, &$1) } }
    row(
      "sessions", "Sessions", "How long VPNs may stay connected; every rule that covers a profile holds.",
      .list(of: SessionRuleReader.schema)
    ) {
      let isRoots = $0.isRoots
      $0.settings.sessions = $2.list($1, of: "a list of rules") {
        var reader = SessionRuleReader(isRoots: isRoots)
        return reader.rule($0, &$1)
      }
    }
  }

  /// A profile as `provider:id`.
  private static func profile(_ member: JSONMember, _ log: inout ReadingLog) -> String? {
    let expected = "a profile such as \"nm:UUID\" or \"wg:wg0\""
    guard case .string(let text) = member.node.kind else {
      log.wrongType(member, expected: expected)
      return nil
    }
    if text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1).count == 2 { return text }
    log.unfit(member, text, expected: expected)
    return nil
  }
}

/// Reads one of the `sessions` of `vpn`, rules that only tighten each other.
private struct SessionRuleReader: KeyedObject {
  let isRoots: Bool
  var profile: String?
  var duration: Duration?
  var pause: Duration?
  var exempt: String?

  static let required = ["profile", "duration", "pause"]

  static var schema: ValueObject { .object(requiring: required, properties) }

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row(
      "profile", "Profile", "The profile as PROVIDER:ID, or * for every one.",
      .text(["pattern": #"^(?:\*|[^:]+:(?:.|\n)+)$"#, "examples": ["demo:work", "*"]])
    ) { $0.profile = $2.read($1, "PROVIDER:ID such as \"demo:work\", or \"*\"") { isProfile($0) ? $0 : nil } }
    row("duration", "Duration", "How long it may stay connected.", .text(["examples": ["PT15M"]])) {
      $0.duration = length($1, from: 1, &$2)
    }
    row("pause", "Pause", "How long it then may not connect.", .text(["examples": ["PT45M"]])) {
      $0.pause = length($1, from: 0, &$2)
    }
    row(
      "exempt", "Exempt", "The group whose members the rule does not hold for; in root's file alone.",
      .text(["examples": ["premium"]])
    ) { $0.readExempt($1, &$2) }
  }

  mutating func rule(_ item: JSONMember, _ log: inout ReadingLog) -> SessionRule? {
    guard case .object(let members) = item.node.kind else {
      log.wrongType(item, expected: "a list of rules, which are objects")
      return nil
    }
    read(members, &log)
    log.require(Self.required, in: item.node, within: "sessions", at: item.node.span.opening)
    guard let profile, let duration, let pause else { return nil }
    return SessionRule(profile: profile, duration: duration, pause: pause, exempt: exempt)
  }

  private static func isProfile(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return text.utf8.elementsEqual("*".utf8)
    }
    return colon != text.utf8.startIndex && text.utf8.index(after: colon) != text.utf8.endIndex
  }

  /// A whole number of seconds within a year.
  private static func length(_ member: JSONMember, from least: Int, _ log: inout ReadingLog) -> Duration? {
    log.read(member, "a duration such as \"PT15M\", at most a year") { text in
      Duration(text: text).flatMap { $0 >= .seconds(least) && $0 <= .seconds(366 * 86_400) ? $0 : nil }
    }
  }

  private mutating func readExempt(_ member: JSONMember, _ log: inout ReadingLog) {
    guard let text = log.text(member) else { return }
    if !isRoots {
      log.error(.configurationRule, ["reason": "exempt-roots", "key": .text(member.key)], at: member.keySpan)
    } else if text.isAccountName {
      exempt = text
    } else {
      log.unfit(member, text, expected: "the name of a group")
    }
  }
}

extension String {
  /// Whether a user or a group could be called so.
  var isAccountName: Bool { !utf8.isEmpty && !utf8.contains { $0 == UInt8(ascii: ":") || $0 < 0x20 } }
}
