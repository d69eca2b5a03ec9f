internal import IntentCore

/// What the kinds of keys that a provider or a door has say in a schema, and what reads them.
extension SettingKey {
  /// The keys with the schemas of what they hold, as the members of `properties`.
  static func properties(_ keys: [SettingKey]) -> ValueObject {
    ValueObject(
      uniqueMembers: keys.map { key in
        let isSecret = if case .secret = key.kind { true } else { false }
        let help = isSecret ? "\(key.help) Never itself: a secret by its name." : key.help
        return (key.name, key.kind.schema.annotated(key.title, help))
      })
  }
}

extension SettingKey.Kind {
  fileprivate var schema: ValueObject {
    switch self {
    case .text(let form): .text(form.schema)
    case .secret:
      .text(["pattern": #"^\$\{secret:[a-z0-9][a-z0-9_-]{0,63}\}$"#, "examples": ["${secret:door}"]])
    case .flag: ["type": "boolean"]
    case .port: ["type": "integer", "minimum": 1, "maximum": 65535]
    case .headers: ["type": "object", "additionalProperties": .object(.text())]
    case .word(let words): ["enum": .strings(words)]
    case .words(let words):
      [
        "type": "object", "additionalProperties": false,
        "properties": .object(ValueObject(uniqueMembers: words.map { ($0, .boolean(true)) })),
      ]
    case .request: .object(requiring: RequestKeys.required, RequestKeys.properties)
    }
  }

  /// Reads all but headers, which are templates.
  func value(_ member: JSONMember, _ log: inout ReadingLog) -> Value? {
    switch self {
    case .text(let form): return form.value(member, &log)
    case .secret: return log.secretName(member).map { .string($0) }
    case .flag: return log.flag(member).map { .boolean($0) }
    case .port:
      guard let number = log.count(member, minimum: 1) else { return nil }
      if number <= 65535 { return .integer(number) }
      log.wrongType(member, expected: "a port, at most 65535")
      return nil
    case .headers: return nil
    case .word(let words): return log.word(member, among: words).map { .string($0) }
    case .words(let allowed):
      let words = log.members(member)
      for word in words where !allowed.contains(word.key) { log.unknownKey(word, among: allowed) }
      return .object(ValueObject(uniqueMembers: words.map { ($0.key, $0.node.value) }))
    case .request(let method):
      let keys = RequestKeys(method).reading(member, &log)
      log.require(RequestKeys.required, in: member.node, within: member.key, at: member.keySpan)
      return .object(keys.request)
    }
  }
}

extension TextForm {
  fileprivate func value(_ member: JSONMember, _ log: inout ReadingLog) -> Value? {
    guard let text = mayBeEmpty ? log.text(member) : log.filledText(member) else { return nil }
    if fits(text) { return .string(text) }
    if isHidden {
      log.wrongType(member, expected: expected)
    } else {
      log.unfit(member, text, expected: expected)
    }
    return nil
  }
}

/// A request of HTTP that moves a lock or asks for its state.
private struct RequestKeys: KeyedObject {
  static let required = ["path"]

  private(set) var request: ValueObject

  init(_ method: String) { request = ["method": .string(method)] }

  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("path", "Path", "Below the provider's address.", .text(["pattern": "^/"])) {
      guard let text = $2.text($1) else { return }
      $0.request["path"] = .string(text)
      if text.utf8.first != UInt8(ascii: "/") || HTTPAddress("http://a\(text)") == nil {
        $2.unfit($1, text, expected: "a path such as \"/api/lock\"")
      }
    }
    row("method", "Method", "GET for the state, else POST.", ["enum": .strings(methods)]) {
      if let method = $2.word($1, among: methods) { $0.request["method"] = .string(method) }
    }
    row("body", "Body", "What is sent; ${code} in it is the door's code.", [:]) { keys, member, _ in
      keys.request["body"] = member.node.value
    }
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
