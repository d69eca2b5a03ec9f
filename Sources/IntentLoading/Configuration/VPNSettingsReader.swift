internal import IntentCore
internal import JSON

/// Reads `vpn`: the profile that is meant, those that are left alone, and the rules for sessions.
struct VPNSettingsReader {
  static let keys = ["profile", "exclude", "sessions"]

  /// Whether the file is root's, which alone may exempt a group.
  let isRoots: Bool

  func read(_ member: JSONMember, _ log: inout ReadingLog) -> VPNSettings {
    var settings = VPNSettings()
    guard case .object(let members) = member.node.kind else {
      log.wrongType(member.key, member.node, expected: "an object")
      return settings
    }
    for part in members {
      switch part.key {
      case "profile": settings.profile = name(part.key, part.node, &log)
      case "exclude":
        guard case .array(let items) = part.node.kind else {
          log.wrongType(part.key, part.node, expected: "a list of profiles")
          continue
        }
        settings.exclude = items.compactMap { name(part.key, $0, &log) }
      case "sessions": settings.sessions = SessionsReader(isRoots: isRoots).read(part, &log)
      default: log.unknownKey(part, among: Self.keys)
      }
    }
    return settings
  }

  /// A profile as `provider:id`.
  private func name(_ key: String, _ node: JSONNode, _ log: inout ReadingLog) -> String? {
    let expected = "a profile such as \"nm:UUID\" or \"wg:wg0\""
    guard case .string(let text) = node.kind else {
      log.wrongType(key, node, expected: expected)
      return nil
    }
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1)
    guard parts.count == 2 else {
      log.unfit(key, text, expected: expected, at: node.span)
      return nil
    }
    return text
  }
}
