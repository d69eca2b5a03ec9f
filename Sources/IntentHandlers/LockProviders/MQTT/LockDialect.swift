internal import IntentCore

/// Where a lock on a broker says its state and takes commands, and in which words.
struct LockDialect {
  /// What the messages look like.
  enum Convention: String, CaseIterable {
    /// `lock_state` of the base topic is the truth; commands go to `…/set`, `…/get` has the state told.
    case zigbee2mqtt
    /// Words such as LOCKED and UNLOCK on topics of their own.
    case homeassistant
  }

  var convention: Convention
  var stateTopic: String
  var commandTopic: String
  var availabilityTopic: String?
  /// The way to the state where it is told in JSON.
  var pointer: JSONPointer?
  /// What states are called where that is not the convention's own.
  var states: [(word: String, value: Value)] = []
  /// What is sent for `lock`, `unlock` and `open` where that is not the convention's own.
  var payloads: [(word: String, value: Value)] = []
  /// Whether the configuration names the topic of availability, so that what is told there is waited for.
  var isAvailabilityNamed = false

  /// What a message means for whoever watches a lock.
  enum Meaning: Equatable {
    case nothing
    case offline
    /// The lock itself is there.
    case online
    case state(Door.State)
  }

  static let keys: [SettingKey] = [
    topic("topic", "Topic", "Where Zigbee2MQTT tells the lock's state, such as zigbee2mqtt/front_door."),
    .init(
      "convention", "Convention", "What the messages look like.", .word(Convention.allCases.map(\.rawValue))),
    topic("stateTopic", "State topic", "Where the lock tells its state."),
    topic("commandTopic", "Command topic", "Where the lock takes commands."),
    topic("availabilityTopic", "Availability topic", "Where it is told whether the lock is there."),
    .pointer, .states,
    .init(
      "payloads", "Payloads", "What is sent; ${code} in it is the door's code.",
      .words(["lock", "unlock", "open"])),
  ]

  /// A topic to publish on: without wildcards, and not one of the broker's own.
  private static func topic(_ name: String, _ title: String, _ help: String) -> SettingKey {
    .text(
      name, title, help, expected: "a topic without + and #, such as \"zigbee2mqtt/front_door\"",
      ["pattern": "^[^$+#\\x00-\\x1f\\x7f][^+#\\x00-\\x1f\\x7f]*$"]
    ) { text in
      text.utf8.first != UInt8(ascii: "$") && text.utf8.count <= 1024
        && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"+#".utf8.contains($0) }
    }
  }
}

extension LockDialect {
  /// The topics of a door; `nil` where its values name none.
  init?(_ values: ValueObject) {
    let base = values.text("topic")
    guard let state = values.text("stateTopic") ?? base,
      let command = values.text("commandTopic") ?? base.map({ "\($0)/set" })
    else { return nil }
    self.init(
      convention: values.text("convention").flatMap { Convention(rawValue: $0) }
        ?? (base == nil ? .homeassistant : .zigbee2mqtt), stateTopic: state, commandTopic: command,
      availabilityTopic: values.text("availabilityTopic") ?? base.map { "\($0)/availability" },
      pointer: values.pointer("pointer"), states: values.words("states"), payloads: values.words("payloads"),
      isAvailabilityNamed: values["availabilityTopic"] != nil)
  }

  /// Every topic that matters for the lock, in the order in which the broker hands over what it kept: that of which
  /// something is always kept comes last.
  var subscriptions: [String] { [availabilityTopic, stateTopic, bridge].compactMap { $0 } }

  func listens(to topic: String) -> Bool { subscriptions.contains { $0.utf8.elementsEqual(topic.utf8) } }

  /// The topic of which a broker keeps a message, the last one: whoever has it has what else was kept.
  var herald: String { bridge ?? stateTopic }

  /// The topic on which Zigbee2MQTT tells whether it runs, such as `zigbee2mqtt/bridge/state`.
  private var bridge: String? {
    guard convention == .zigbee2mqtt, let slash = stateTopic.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    return "\(stateTopic[..<slash])/bridge/state"
  }

  /// What has the lock tell its state; `nil` where nothing does.
  var question: (topic: String, payload: [UInt8])? {
    convention == .zigbee2mqtt ? ("\(stateTopic)/get", Array(#"{"state":""}"#.utf8)) : nil
  }

  func meaning(_ message: BrokerMessage) -> Meaning {
    if message.topic.utf8.elementsEqual(stateTopic.utf8) { return state(message.payload) }
    // A lock's own availability and that of the bridge: words, or {"state":"online"}.
    let word =
      (try? Value(json: message.payload, file: ""))?.at(["state"])?.stringValue
      ?? String(decoding: message.payload, as: UTF8.self)
    switch word {
    case "offline": return .offline
    // Of the bridge that says nothing about the lock.
    case "online":
      return message.topic.utf8.elementsEqual((availabilityTopic ?? "").utf8) ? .online : .nothing
    default: return .nothing
    }
  }

  /// When the lock itself was last heard of by whoever publishes the message, where that is told: in milliseconds, or as
  /// a text of one form and zone.
  func moment(_ message: BrokerMessage) -> Value? {
    (try? Value(json: message.payload, file: ""))?.at(["last_seen"])
  }

  /// Whether one such moment is before another.
  static func isOlder(_ moment: Value, than other: Value) -> Bool {
    if let moment = moment.integerValue, let other = other.integerValue { return moment < other }
    guard let moment = moment.stringValue, let other = other.stringValue else { return false }
    return moment.utf8.lexicographicallyPrecedes(other.utf8)
  }

  private func state(_ payload: [UInt8]) -> Meaning {
    let json = try? Value(json: payload, file: "")
    var told: Value?
    if let pointer {
      told = json.flatMap { pointer.value(in: $0) }
    } else if convention == .zigbee2mqtt {
      // `state` is what was asked for, as soon as it was asked; only `lock_state` comes from the bolt.
      told = json?.at(["lock_state"])
    } else {
      told = .string(String(decoding: payload, as: UTF8.self))
    }
    guard let told else { return .nothing }
    if let state = Door.State(told, by: states) { return .state(state) }
    guard let word = told.stringValue else { return .state(.unknown) }
    switch word {
    case "not_fully_locked": return .state(.jammed)
    case "locked", "unlocked", "open", "jammed": return .state(Door.State(homeAssistant: word))
    case "LOCKED", "UNLOCKED", "OPEN", "JAMMED", "LOCKING", "UNLOCKING", "OPENING":
      return .state(Door.State(homeAssistant: word.lowercased()))
    default: return .state(.unknown)
    }
  }

  /// The command for an act, with the door's code where it has one; `nil` where the convention knows none.
  func command(_ action: LockAction, code: String?) -> [UInt8]? {
    if let own = payloads.first(where: { $0.word == action.rawValue })?.value.naming(code: code) {
      return Array((own.stringValue ?? own.json()).utf8)
    }
    let word = action.rawValue.uppercased()
    switch convention {
    case .zigbee2mqtt:
      // Its locks have no command to pull the latch.
      guard action != .open else { return nil }
      var members: ValueObject = ["state": .string(word)]
      members["pin_code"] = code.map { .string($0) }
      return Array(Value.object(members).json().utf8)
    case .homeassistant:
      guard let code else { return Array(word.utf8) }
      return Array(Value.object(["action": .string(word), "code": .string(code)]).json().utf8)
    }
  }
}
