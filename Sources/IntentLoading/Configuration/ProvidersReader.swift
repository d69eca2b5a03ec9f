internal import IntentCore
internal import JSON

/// Reads `providers`: by their names, what moves the locks of doors.
struct ProvidersReader {
  static let types = ["home-assistant", "mqtt", "http"]
  static let keys = [
    "home-assistant": ["type", "url", "token", "certificates"],
    "mqtt": ["type", "host", "port", "username", "password", "tls", "certificates"],
    "http": ["type", "url", "headers", "certificates"],
  ]

  func read(_ member: JSONMember, _ log: inout ReadingLog) -> [LockProviderSettings] {
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
    guard let keys = Self.keys[word] else {
      log.notAllowed(type.key, word, Self.types, at: type.node.span)
      return nil
    }
    for member in members where !keys.contains(member.key) { log.unknownKey(member, among: keys) }
    let parts = ProviderParts(name: provider, members: members)
    let certificates = parts.path("certificates", &log)
    let kind: LockProviderSettings.Kind?
    switch word {
    case "home-assistant": kind = parts.homeAssistant(&log)
    case "mqtt": kind = parts.broker(&log).map { .mqtt($0) }
    default: kind = parts.web(&log)
    }
    return kind.map { LockProviderSettings(name: provider.key, kind: $0, certificates: certificates) }
  }
}

/// The members of one provider.
private struct ProviderParts {
  let name: JSONMember
  let members: [JSONMember]

  private func member(_ key: String) -> JSONMember? { members.first { $0.key == key } }

  private func needed(_ key: String, _ log: inout ReadingLog) -> JSONMember? {
    if let member = member(key) { return member }
    log.missing(key, within: name.key, at: name.keySpan)
    return nil
  }

  func homeAssistant(_ log: inout ReadingLog) -> LockProviderSettings.Kind? {
    let address = needed("url", &log).flatMap { log.address($0) }
    let token = needed("token", &log).flatMap { log.secretName($0) }
    guard let address, let token else { return nil }
    return .homeAssistant(address, token: token)
  }

  func broker(_ log: inout ReadingLog) -> LockProviderSettings.Broker? {
    var broker = LockProviderSettings.Broker(host: "", port: 1883)
    if let tls = member("tls") { broker.isEncrypted = log.flag(tls) ?? false }
    if broker.isEncrypted { broker.port = 8883 }
    if let port = member("port"), let number = log.count(port, minimum: 1) {
      if number > 65535 { log.wrongType(port.key, port.node, expected: "a port, at most 65535") }
      broker.port = number
    }
    if let user = member("username"), let text = log.filledText(user) {
      if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) || text.utf8.count > 1000 {
        log.wrongType(user.key, user.node, expected: "a name on one line")
      }
      broker.user = text
    }
    if let password = member("password") {
      broker.password = log.secretName(password)
      if member("username") == nil { log.missing("username", within: name.key, at: name.keySpan) }
    }
    guard let host = needed("host", &log), let text = log.filledText(host) else { return nil }
    guard HTTPAddress.isHost(text.utf8) || HTTPAddress("http://[\(text)]") != nil else {
      log.unfit(host.key, text, expected: "a host such as \"broker.local\"", at: host.node.span)
      return nil
    }
    broker.host = text
    return broker
  }

  func web(_ log: inout ReadingLog) -> LockProviderSettings.Kind? {
    var headers: [(name: String, value: Template)] = []
    if let all = member("headers") {
      var scope = TemplateScope(parameters: [])
      scope.secrets = .taken
      for header in log.members(all.key, all.node) {
        guard let text = log.text(header) else { continue }
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
          log.wrongType(header.key, header.node, expected: "text on one line")
        }
        headers.append((header.key, TemplateReader(scope: scope).template(header.node, &log)))
      }
    }
    guard let address = needed("url", &log).flatMap({ log.address($0) }) else { return nil }
    return .web(address, headers: headers)
  }

  func path(_ key: String, _ log: inout ReadingLog) -> String? {
    guard let member = member(key), let text = log.filledText(member) else { return nil }
    if text.utf8.first == UInt8(ascii: "/"), !text.utf8.contains(where: { $0 < 0x20 }) { return text }
    log.unfit(member.key, text, expected: "an absolute path", at: member.node.span)
    return nil
  }
}

extension ReadingLog {
  mutating func address(_ member: JSONMember) -> HTTPAddress? {
    guard let text = text(member) else { return nil }
    if let address = HTTPAddress(text) { return address }
    wrongType(
      member.key, member.node,
      expected: "an address such as \"https://house.example:8123\", without user and password")
    return nil
  }

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
