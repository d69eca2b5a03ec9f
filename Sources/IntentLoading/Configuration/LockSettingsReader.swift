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

  func providers(_ member: JSONMember, _ log: inout ReadingLog) -> [LockProviderSettings] {
    var providers: [LockProviderSettings] = []
    for provider in log.members(member.key, member.node) {
      if !Names.isParameterName(provider.key) || provider.key == "demo" || provider.key == "any" {
        log.badName(provider.key, of: "provider", at: provider.keySpan)
      }
      let known = log.errors.count
      if let read = self.provider(provider, &log) { providers.append(read) }
      // A token may stand there that should not.
      log.hideLines(from: known)
    }
    return providers
  }

  private func provider(_ provider: JSONMember, _ log: inout ReadingLog) -> LockProviderSettings? {
    let members = log.members(provider.key, provider.node)
    guard let type = members.first(where: { $0.key == "type" }) else {
      log.missing("type", within: provider.key, at: provider.keySpan)
      return nil
    }
    guard let word = log.text(type) else { return nil }
    guard let form = forms.first(where: { $0.type == word }) else {
      log.notAllowed(type.key, word, forms.map(\.type), at: type.node.span)
      return nil
    }
    var parts = SettingParts(name: provider, members: members)
    parts.refuseOthers(than: ["type"] + form.keys.map(\.name), &log)
    let values = parts.values(of: form.keys, &log)
    return LockProviderSettings(name: provider.key, type: word, values: values, headers: parts.headers)
  }

  func doors(_ member: JSONMember, _ log: inout ReadingLog) -> [ConfiguredDoor] {
    var doors: [(door: ConfiguredDoor, bolt: Value)] = []
    for member in log.members(member.key, member.node) {
      if !Names.isIdentifier(member.key) { log.badName(member.key, of: "door", at: member.keySpan) }
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
    var parts = SettingParts(name: door, members: log.members(door.key, door.node))
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
    for key in way where parts.member(key) == nil { log.missing(key, within: door.key, at: door.keySpan) }
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

  init(name: JSONMember, members: [JSONMember]) {
    self.name = name
    self.members = members
  }

  func member(_ key: String) -> JSONMember? { members.first { $0.key == key } }

  func refuseOthers(than keys: [String], _ log: inout ReadingLog) {
    for member in members where !keys.contains(member.key) { log.unknownKey(member, among: keys) }
  }

  mutating func values(of keys: [SettingKey], _ log: inout ReadingLog) -> ValueObject {
    var values = ValueObject()
    for key in keys {
      if let member = member(key.name) {
        values[key.name] = value(member, key.kind, &log)
        if let other = key.needs, self.member(other) == nil {
          log.missing(other, within: name.key, at: name.keySpan)
        }
      } else if key.isRequired {
        log.missing(key.name, within: name.key, at: name.keySpan)
      }
    }
    return values
  }

  private mutating func value(_ member: JSONMember, _ kind: SettingKey.Kind, _ log: inout ReadingLog)
    -> Value?
  {
    switch kind {
    case .text(let form): return text(member, form, &log)
    case .secret: return log.secretName(member).map { .string($0) }
    case .flag: return log.flag(member).map { .boolean($0) }
    case .port:
      guard let number = log.count(member, minimum: 1) else { return nil }
      if number <= 65535 { return .integer(number) }
      log.wrongType(member.key, member.node, expected: "a port, at most 65535")
    case .headers:
      var scope = TemplateScope(parameters: [])
      scope.secrets = .taken
      for header in log.members(member.key, member.node) {
        guard let text = log.text(header) else { continue }
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
          log.wrongType(header.key, header.node, expected: "text on one line")
        }
        headers.append((header.key, TemplateReader(scope: scope).template(header.node, &log)))
      }
    case .word(let words):
      guard let text = log.text(member) else { return nil }
      if words.contains(text) { return .string(text) }
      log.notAllowed(member.key, text, words, at: member.node.span)
    case .words(let allowed):
      let words = log.members(member.key, member.node)
      for word in words where !allowed.contains(word.key) { log.unknownKey(word, among: allowed) }
      return .object(ValueObject(uniqueMembers: words.map { ($0.key, $0.node.value) }))
    case .request(let method): return request(member, method, &log)
    }
    return nil
  }

  private func text(_ member: JSONMember, _ form: TextForm, _ log: inout ReadingLog) -> Value? {
    guard let text = form.mayBeEmpty ? log.text(member) : log.filledText(member) else { return nil }
    if form.fits(text) { return .string(text) }
    if form.isHidden {
      log.wrongType(member.key, member.node, expected: form.expected)
    } else {
      log.unfit(member.key, text, expected: form.expected, at: member.node.span)
    }
    return nil
  }

  private func request(_ member: JSONMember, _ method: String, _ log: inout ReadingLog) -> Value? {
    var request: ValueObject = ["method": .string(method)]
    let parts = log.members(member.key, member.node)
    for part in parts {
      switch part.key {
      case "path":
        guard let text = log.text(part) else { continue }
        request["path"] = .string(text)
        if text.utf8.first != UInt8(ascii: "/") || HTTPAddress("http://a\(text)") == nil {
          log.unfit(part.key, text, expected: "a path such as \"/api/lock\"", at: part.node.span)
        }
      case "method":
        guard let text = log.text(part) else { continue }
        if LockSettingsSchema.methods.contains(text) {
          request["method"] = .string(text)
        } else {
          log.notAllowed(part.key, text, LockSettingsSchema.methods, at: part.node.span)
        }
      case "body": request["body"] = part.node.value
      default: log.unknownKey(part, among: ["path", "method", "body"])
      }
    }
    if !parts.contains(where: { $0.key == "path" }) {
      log.missing("path", within: member.key, at: member.keySpan)
    }
    return .object(request)
  }
}

extension ReadingLog {
  /// The name in `${secret:NAME}`; anything else may be the secret itself, and no fault shows it.
  mutating func secretName(_ member: JSONMember) -> String? {
    let known = errors.count
    defer { hideLines(from: known) }
    let lead = "${secret:".utf8
    if case .string(let text) = member.node.kind, text.utf8.starts(with: lead),
      text.utf8.last == UInt8(ascii: "}")
    {
      let name = String(decoding: text.utf8.dropFirst(lead.count).dropLast(), as: UTF8.self)
      if Names.isParameterName(name) { return name }
    }
    error(
      .definitionType,
      ["key": .text(member.key), "expected": "a secret by its name, such as \"${secret:door}\""],
      at: member.node.span)
    return nil
  }
}
