internal import IntentCore

/// What locks say and are told on a broker, by convention.
struct LockDialect {
  let topics: LockTopics

  /// What a message means for whoever watches a lock.
  enum Meaning: Equatable {
    case nothing
    case offline, online
    case state(Door.State, isMoving: Bool)
  }

  /// Every topic that matters for the lock, in the order in which the broker hands over what it kept: that of which
  /// something is always kept comes last.
  var subscriptions: [String] {
    var all: [String] = []
    if let availability = topics.availability { all.append(availability) }
    all.append(topics.state)
    if let bridge { all.append(bridge) }
    return all
  }

  /// The topic of which a broker keeps a message, the last one: whoever has it has what else was kept.
  var herald: String { bridge ?? topics.state }

  /// The topic on which Zigbee2MQTT tells whether it runs, such as `zigbee2mqtt/bridge/state`.
  private var bridge: String? {
    guard topics.convention == .zigbee2mqtt, let slash = topics.state.utf8.lastIndex(of: UInt8(ascii: "/"))
    else {
      return nil
    }
    return "\(topics.state[..<slash])/bridge/state"
  }

  /// What has the lock tell its state; `nil` where nothing does.
  var question: (topic: String, payload: [UInt8])? {
    topics.convention == .zigbee2mqtt ? ("\(topics.state)/get", Array(#"{"state":""}"#.utf8)) : nil
  }

  func meaning(_ message: BrokerMessage) -> Meaning {
    if message.topic.utf8.elementsEqual(topics.state.utf8) { return state(message.payload) }
    // A lock's own availability and that of the bridge: words, or {"state":"online"}.
    let word =
      (try? Value(json: message.payload, file: ""))?.at(["state"])?.stringValue
      ?? String(decoding: message.payload, as: UTF8.self)
    switch word {
    case "offline": return .offline
    case "online": return .online
    default: return .nothing
    }
  }

  private func state(_ payload: [UInt8]) -> Meaning {
    let json = try? Value(json: payload, file: "")
    var told: Value?
    if let pointer = topics.pointer {
      told = json.flatMap { pointer.value(in: $0) }
    } else if topics.convention == .zigbee2mqtt {
      // `state` is what was asked for, as soon as it was asked; only `lock_state` comes from the bolt.
      told = json?.at(["lock_state"])
    } else {
      told = .string(String(decoding: payload, as: UTF8.self))
    }
    guard let told else { return .nothing }
    for (word, meant) in topics.states where meant == told {
      return .state(Door.State(rawValue: word) ?? .unknown, isMoving: false)
    }
    switch told.stringValue {
    case "locked", "LOCKED": return .state(.locked, isMoving: false)
    case "unlocked", "UNLOCKED": return .state(.unlocked, isMoving: false)
    case "open", "OPEN": return .state(.open, isMoving: false)
    case "jammed", "JAMMED", "not_fully_locked": return .state(.jammed, isMoving: false)
    case "LOCKING", "UNLOCKING", "OPENING": return .state(.unknown, isMoving: true)
    default: return .state(.unknown, isMoving: false)
    }
  }

  /// The command for an act, with the door's code where it has one; `nil` where the convention knows none.
  func command(_ action: Capability.LockAction, code: String?) -> [UInt8]? {
    if let own = topics.payloads.first(where: { $0.word == action.rawValue })?.value.naming(code: code) {
      if case .string(let text) = own { return Array(text.utf8) }
      return Array(own.json().utf8)
    }
    let word =
      switch action {
      case .lock: "LOCK"
      case .unlock: "UNLOCK"
      case .open: "OPEN"
      }
    switch topics.convention {
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
