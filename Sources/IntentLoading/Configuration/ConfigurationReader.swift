package import IntentCore

/// Turns the bytes of one `config.json` into what it says, or says everything that is wrong with it.
package enum ConfigurationReader {
  /// - Parameters:
  ///   - isRoots: Whether the file is root's, whose rules the user cannot change.
  ///   - home: What `~` stands for in paths; `nil` where no home is known.
  ///   - locks: What the kinds of lock providers read; asked for only where the file names some.
  package static func read(
    _ file: SourceFile, isRoots: Bool = false, home: String? = nil,
    locks: @escaping () -> [LockProviderForm] = { [] }
  ) throws(Failure) -> Configuration {
    let document = try JSONDocument(bytes: file.bytes, file: file.displayPath, limits: .definition)
    var log = ReadingLog(document: document)
    var draft = ConfigurationDraft(isRoots: isRoots, home: home, locks: locks)
    if case .object(let members) = document.root.kind {
      for member in members { draft.take(member, &log) }
    } else {
      log.wrongType("", document.root, expected: "an object")
    }
    if !log.errors.isEmpty { throw Failure(log.sorted(log.errors)) }
    return draft.configuration
  }
}

/// A configuration on its way: a file each reads what a key holds.
struct ConfigurationDraft {
  static let keys = ["$schema", "language", "defaults", "secrets", "policy", "vpn", "providers", "doors"]

  private var language: String?
  private var defaults: [(intent: String, values: ValueObject)] = []
  private var secrets: [(name: String, secret: SecretReference)] = []
  private var policy: [PolicyRule] = []
  private var vpn = VPNSettings()
  private var doors = DoorSettings()
  private let isRoots: Bool
  private let home: String?
  private let locks: () -> [LockProviderForm]

  init(isRoots: Bool, home: String?, locks: @escaping () -> [LockProviderForm]) {
    self.isRoots = isRoots
    self.home = home
    self.locks = locks
  }

  mutating func take(_ member: JSONMember, _ log: inout ReadingLog) {
    switch member.key {
    case "$schema": _ = log.text(member)
    case "language": language = Self.language(member, &log)
    case "defaults": defaults = DefaultsReader.read(member, &log)
    case "secrets": secrets = SecretsReader(home: home).read(member, &log)
    case "policy": policy = PolicyReader(isRoots: isRoots).read(member, &log)
    case "vpn": vpn = VPNSettingsReader(isRoots: isRoots).read(member, &log)
    case "providers": doors.providers = LockSettingsReader(forms: locks()).providers(member, &log)
    case "doors": doors.doors = LockSettingsReader(forms: locks()).doors(member, &log)
    default: log.unknownKey(member, among: Self.keys)
    }
  }

  var configuration: Configuration {
    Configuration(
      language: language, defaults: defaults, secrets: secrets, policy: policy, vpn: vpn,
      doors: doors)
  }

  private static func language(_ member: JSONMember, _ log: inout ReadingLog) -> String? {
    guard let text = log.text(member) else { return nil }
    if let tag = LanguageTag(text) { return tag.text }
    log.unfit(member.key, text, expected: "a language such as \"ru\" or \"pt-BR\"", at: member.node.span)
    return nil
  }
}

extension ReadingLog {
  /// Says that a text has not the form that it should; `expected` is in words.
  mutating func unfit(_ key: String, _ text: String, expected: String, at span: JSONSpan) {
    error(
      .definitionType, ["key": .text(key), "expected": .text(expected), "found": .text("\"\(text)\"")],
      at: span)
  }

  mutating func badName(_ name: String, of kind: String, at span: JSONSpan) {
    error(.definitionName, ["name": .text(name), "kind": .text(kind)], at: span)
  }

  /// The members of a list that must say something.
  mutating func filledItems(_ member: JSONMember, of expected: String) -> [JSONNode] {
    guard case .array(let items) = member.node.kind, !items.isEmpty else {
      wrongType(member.key, member.node, expected: expected)
      return []
    }
    return items
  }
}
