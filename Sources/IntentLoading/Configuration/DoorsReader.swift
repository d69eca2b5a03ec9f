internal import CivilTime
internal import IntentCore
internal import JSON

/// Reads `doors`: by their names, which provider moves each, and how it is spoken to there.
///
/// Whether there is such a provider depends on both files of the configuration, and is for `check` to say.
struct DoorsReader {
  static let common = ["provider", "title", "code", "timeout", "settle"]
  static let entityKeys = ["entity"]
  static let topicKeys = [
    "topic", "convention", "stateTopic", "commandTopic", "availabilityTopic", "pointer", "states", "payloads",
  ]
  static let requestKeys = ["state", "lock", "unlock", "open", "pointer", "states"]
  static var keys: [String] {
    common + entityKeys + topicKeys + requestKeys.filter { !topicKeys.contains($0) }
  }

  func read(_ member: JSONMember, _ log: inout ReadingLog) -> [ConfiguredDoor] {
    var doors: [ConfiguredDoor] = []
    for door in log.members(member.key, member.node) {
      if !Names.isIdentifier(door.key) { log.badName(door.key, of: "door", at: door.keySpan) }
      let parts = DoorParts(name: door, members: log.members(door.key, door.node))
      guard let read = parts.door(&log) else { continue }
      if let twin = doors.first(where: { $0.provider == read.provider && $0.link.isSame(as: read.link) }) {
        log.error(
          .configurationRule, ["reason": "same-door", "key": .text(door.key), "value": .text(twin.name)],
          at: door.keySpan)
      }
      doors.append(read)
    }
    return doors
  }
}

extension ConfiguredDoor.Link {
  /// Whether both move the same bolt: a door under two names would be kept apart in permissions and leases.
  fileprivate func isSame(as other: Self) -> Bool {
    switch (self, other) {
    case (.entity(let a), .entity(let b)): a.utf8.elementsEqual(b.utf8)
    case (.topics(let a), .topics(let b)): a.command.utf8.elementsEqual(b.command.utf8)
    case (.requests(let a), .requests(let b)): a == b
    default: false
    }
  }
}

/// The members of one door.
private struct DoorParts {
  let name: JSONMember
  let members: [JSONMember]

  func member(_ key: String) -> JSONMember? { members.first { $0.key == key } }

  func needed(_ key: String, _ log: inout ReadingLog) -> JSONMember? {
    if let member = member(key) { return member }
    log.missing(key, within: name.key, at: name.keySpan)
    return nil
  }

  func door(_ log: inout ReadingLog) -> ConfiguredDoor? {
    let keys: [String]
    let link: ConfiguredDoor.Link?
    if member("entity") != nil {
      keys = DoorsReader.entityKeys
      link = entity(&log)
    } else if member("topic") != nil || member("stateTopic") != nil {
      keys = DoorsReader.topicKeys
      link = topics(&log).map { .topics($0) }
    } else if member("state") != nil {
      keys = DoorsReader.requestKeys
      link = requests(&log).map { .requests($0) }
    } else {
      (keys, link) = (DoorsReader.keys, nil)
      log.error(
        .configurationRule, ["reason": "no-link", "key": .text(name.key)], at: name.keySpan)
    }
    for member in members where !DoorsReader.common.contains(member.key) && !keys.contains(member.key) {
      log.unknownKey(member, among: DoorsReader.common + keys)
    }
    let title = member("title").flatMap { log.filledText($0) }
    let code = member("code").flatMap { log.secretName($0) }
    let timeout = member("timeout").flatMap { length($0, least: .milliseconds(100), &log) }
    let settle = member("settle").flatMap { length($0, least: .zero, &log) }
    guard let provider = needed("provider", &log).flatMap({ log.filledText($0) }), let link else {
      return nil
    }
    return ConfiguredDoor(
      name: name.key, provider: provider, title: title, link: link, code: code,
      timeout: timeout ?? ConfiguredDoor.standardTimeout, settle: settle ?? ConfiguredDoor.standardSettle)
  }

  private func length(_ member: JSONMember, least: Duration, _ log: inout ReadingLog) -> Duration? {
    guard let text = log.text(member) else { return nil }
    if let length = Duration(text: text), length >= least, length <= .seconds(600) { return length }
    log.unfit(
      member.key, text, expected: "a duration such as \"PT10S\", at most 10 minutes", at: member.node.span)
    return nil
  }

  private func entity(_ log: inout ReadingLog) -> ConfiguredDoor.Link? {
    guard let member = member("entity"), let text = log.text(member) else { return nil }
    let rest = text.utf8.dropFirst(5)
    if text.utf8.starts(with: "lock.".utf8), !rest.isEmpty,
      rest.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") })
    {
      return .entity(text)
    }
    log.unfit(member.key, text, expected: "an entity such as \"lock.front_door\"", at: member.node.span)
    return nil
  }

  private func topics(_ log: inout ReadingLog) -> LockTopics? {
    let convention = member("convention").map { log.word($0.key, $0.node, LockTopics.Convention.self) }
    let base = member("topic").flatMap { topic($0, &log) }
    var state = member("stateTopic").flatMap { topic($0, &log) }
    var command = member("commandTopic").flatMap { topic($0, &log) }
    var availability = member("availabilityTopic").flatMap { topic($0, &log) }
    if let base {
      state = state ?? base
      command = command ?? "\(base)/set"
      availability = availability ?? "\(base)/availability"
    } else if member("topic") == nil, member("commandTopic") == nil {
      log.missing("commandTopic", within: name.key, at: name.keySpan)
    }
    let pointer = member("pointer").flatMap { self.pointer($0, &log) }
    let states = words("states", ["locked", "unlocked", "open", "jammed"], &log)
    let payloads = words("payloads", ["lock", "unlock", "open"], &log)
    guard let state, let command else { return nil }
    var topics = LockTopics(
      convention: (convention ?? nil) ?? (base == nil ? .homeassistant : .zigbee2mqtt), state: state,
      command: command, availability: availability, pointer: pointer, states: states, payloads: payloads)
    topics.isAvailabilityNamed = member("availabilityTopic") != nil
    return topics
  }

  /// A topic to publish on: without wildcards, and not one of the broker's own.
  private func topic(_ member: JSONMember, _ log: inout ReadingLog) -> String? {
    guard let text = log.filledText(member) else { return nil }
    let bad = text.utf8.contains {
      $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") || $0 < 0x20 || $0 == 0x7F
    }
    if !bad, text.utf8.first != UInt8(ascii: "$"), text.utf8.count <= 1024 { return text }
    log.unfit(
      member.key, text, expected: "a topic without + and #, such as \"zigbee2mqtt/front_door\"",
      at: member.node.span)
    return nil
  }

  private func pointer(_ member: JSONMember, _ log: inout ReadingLog) -> JSONPointer? {
    guard let text = log.text(member) else { return nil }
    if let pointer = JSONPointer(text) { return pointer }
    log.unfit(member.key, text, expected: "a JSON Pointer such as \"/state\"", at: member.node.span)
    return nil
  }

  private func words(
    _ key: String, _ allowed: [String], _ log: inout ReadingLog
  ) -> [(word: String, value: Value)] {
    guard let member = member(key) else { return [] }
    var words: [(word: String, value: Value)] = []
    for word in log.members(member.key, member.node) {
      if !allowed.contains(word.key) { log.unknownKey(word, among: allowed) }
      words.append((word.key, word.node.value))
    }
    return words
  }

  private func requests(_ log: inout ReadingLog) -> LockRequests? {
    let state = member("state").flatMap { request($0, method: "GET", &log) }
    let lock = member("lock").flatMap { request($0, method: "POST", &log) }
    let unlock = member("unlock").flatMap { request($0, method: "POST", &log) }
    let open = member("open").flatMap { request($0, method: "POST", &log) }
    let pointer = needed("pointer", &log).flatMap { self.pointer($0, &log) }
    let states = words("states", ["locked", "unlocked", "open", "jammed"], &log)
    guard let state, let pointer else { return nil }
    return LockRequests(
      state: state, pointer: pointer, lock: lock, unlock: unlock, open: open, states: states)
  }

  private func request(
    _ member: JSONMember, method: String, _ log: inout ReadingLog
  ) -> LockRequests.Request? {
    var request = LockRequests.Request(path: "", method: method)
    var hasPath = false
    for part in log.members(member.key, member.node) {
      switch part.key {
      case "path":
        hasPath = true
        guard let text = log.text(part) else { continue }
        request.path = text
        if text.utf8.first != UInt8(ascii: "/") || HTTPAddress("http://a\(text)") == nil {
          log.unfit(part.key, text, expected: "a path such as \"/api/lock\"", at: part.node.span)
        }
      case "method":
        guard let text = log.text(part) else { continue }
        let allowed = ["GET", "POST", "PUT", "PATCH", "DELETE"]
        if allowed.contains(text) {
          request.method = text
        } else {
          log.notAllowed(part.key, text, allowed, at: part.node.span)
        }
      case "body": request.body = part.node.value
      default: log.unknownKey(part, among: ["path", "method", "body"])
      }
    }
    if !hasPath { log.missing("path", within: member.key, at: member.keySpan) }
    return hasPath ? request : nil
  }
}
