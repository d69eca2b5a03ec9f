internal import IntentCore

/// Reads `providers` and `doors` by what each kind of provider says that it reads.
///
/// Whether a door's provider is there depends on both files of the configuration, and is for `check` to say.
struct LockSettingsReader {
  let forms: [LockProviderForm]

  /// The keys of every door.
  static let doorKeys: [SettingKey] = [
    .init(
      "provider", "Provider", "The name of what moves its lock.", .text(.init(schema: ["minLength": 1])),
      required: true),
    .init(
      "title", "Title", "What it is called within a sentence; its name and \"door\" when absent.",
      .text(.init(schema: ["minLength": 1, "examples": ["front door"]]))),
    .init("code", "Code", "The code that the lock wants.", .secret),
    .init(
      "timeout", "Timeout", "How long the bolt may take; 10 s when absent.",
      length(from: .milliseconds(100), example: "PT10S")),
    .init(
      "settle", "Settle", "How long the bolt must then stay where it is; half a second when absent.",
      length(from: .zero, example: "PT0.5S")),
  ]

  private static func length(from least: Duration, example: Value) -> SettingKey.Kind {
    .text(
      .init(
        expected: "a duration such as \"PT10S\", at most 10 minutes", schema: ["examples": .array([example])],
        mayBeEmpty: true
      ) { text in Duration(text: text).map { $0 >= least && $0 <= .seconds(600) } ?? false })
  }

  /// The schema of a provider, by its type.
  static func providerSchema(_ forms: [LockProviderForm]) -> Value {
    let providers = forms.map { form in
      Value.object(
        .object(
          requiring: ["type"] + form.keys.filter(\.isRequired).map(\.name),
          ["type": .object(["const": .string(form.type)])] + SettingKey.properties(form.keys)))
    }
    return .object(["oneOf": .array(providers)])
  }

  /// The schema of a door, which has the keys of one kind of provider.
  static func doorSchema(_ forms: [LockProviderForm]) -> Value {
    var keys = doorKeys
    for key in forms.flatMap(\.doorKeys) where !keys.contains(where: { $0.name == key.name }) {
      keys.append(key)
    }
    let ways = forms.map { form in
      let ways = form.doorWays.map { Value.object(["required": .strings($0)]) }
      return ways.count == 1 ? ways[0] : .object(["anyOf": .array(ways)])
    }
    return .object(.object(requiring: ["provider"], SettingKey.properties(keys)) + ["oneOf": .array(ways)])
  }

  func providers(_ member: JSONMember, _ log: inout ReadingLog) -> [LockProviderSettings] {
    var providers: [LockProviderSettings] = []
    for provider in log.members(member) {
      log.isName(provider, of: "provider") { Names.isParameterName($0) && !["demo", "any"].contains($0) }
      let known = log.errors.count
      if let read = self.provider(provider, &log) { providers.append(read) }
      // A token may stand there that should not.
      log.hideLines(from: known)
    }
    return providers
  }

  private func provider(_ provider: JSONMember, _ log: inout ReadingLog) -> LockProviderSettings? {
    var parts = SettingParts(provider, &log)
    guard let type = parts.member("type") else {
      log.missing("type", within: provider.key, at: provider.keySpan)
      return nil
    }
    guard let word = log.word(type, among: forms.map(\.type)),
      let form = forms.first(where: { $0.type == word })
    else { return nil }
    parts.refuseOthers(than: ["type"] + form.keys.map(\.name), &log)
    let values = parts.values(of: form.keys, &log)
    return LockProviderSettings(name: provider.key, type: word, values: values, headers: parts.headers)
  }

  func doors(_ member: JSONMember, _ log: inout ReadingLog) -> [ConfiguredDoor] {
    var doors: [(door: ConfiguredDoor, bolt: Value)] = []
    for member in log.members(member) {
      log.isName(member, of: "door", Names.isIdentifier)
      let known = log.errors.count
      guard let (door, form) = door(member, &log), log.errors.count == known else { continue }
      // A door under two names would be kept apart in permissions and leases.
      let bolt = form.bolt(door.values)
      let twin = doors.first {
        $0.door.provider == door.provider && $0.door.type == door.type && $0.bolt == bolt
      }
      if let twin {
        log.error(
          .configurationRule,
          ["reason": "same-door", "key": .text(member.key), "value": .text(twin.door.name)],
          at: member.keySpan)
      }
      doors.append((door, bolt))
    }
    return doors.map(\.door)
  }

  private func door(_ door: JSONMember, _ log: inout ReadingLog) -> (ConfiguredDoor, LockProviderForm)? {
    var parts = SettingParts(door, &log)
    var way: [String] = []
    let form = forms.first { form in
      guard let found = form.doorWays.first(where: { parts.member($0[0]) != nil }) else { return false }
      way = found
      return true
    }
    if form == nil {
      log.error(.configurationRule, ["reason": "no-link", "key": .text(door.key)], at: door.keySpan)
    }
    let keys = form?.doorKeys ?? forms.flatMap(\.doorKeys)
    parts.refuseOthers(than: (Self.doorKeys + keys).map(\.name), &log)
    log.require(way, in: door.node, within: door.key, at: door.keySpan)
    let common = parts.values(of: Self.doorKeys, &log)
    guard let form, let provider = common["provider"]?.stringValue else { return nil }
    let length = { (key: String) in common[key]?.stringValue.flatMap { Duration(text: $0) } }
    var read = ConfiguredDoor(
      name: door.key, provider: provider, type: form.type, title: common["title"]?.stringValue,
      code: common["code"]?.stringValue, values: parts.values(of: form.doorKeys, &log))
    if let timeout = length("timeout") { read.timeout = timeout }
    if let settle = length("settle") { read.settle = settle }
    return (read, form)
  }
}

/// The members of one provider or door.
private struct SettingParts {
  let name: JSONMember
  let members: [JSONMember]
  private(set) var headers: [(name: String, value: Template)] = []

  init(_ name: JSONMember, _ log: inout ReadingLog) {
    self.name = name
    members = log.members(name)
  }

  func member(_ key: String) -> JSONMember? { members.first { $0.key == key } }

  func refuseOthers(than keys: [String], _ log: inout ReadingLog) {
    for member in members where !keys.contains(member.key) { log.unknownKey(member, among: keys) }
  }

  mutating func values(of keys: [SettingKey], _ log: inout ReadingLog) -> ValueObject {
    var values = ValueObject()
    for key in keys {
      if let member = member(key.name) {
        if case .headers = key.kind { readHeaders(member, &log) }
        values[key.name] = key.kind.value(member, &log)
        if let other = key.needs { log.require([other], in: name.node, within: name.key, at: name.keySpan) }
      } else if key.isRequired {
        log.missing(key.name, within: name.key, at: name.keySpan)
      }
    }
    return values
  }

  private mutating func readHeaders(_ member: JSONMember, _ log: inout ReadingLog) {
    let templates = TemplateReader(scope: TemplateScope(parameters: [], secrets: .taken))
    for header in log.members(member) {
      guard let text = log.text(header) else { continue }
      if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
        log.wrongType(header, expected: "text on one line")
      }
      headers.append((header.key, templates.template(header.node, &log)))
    }
  }
}
