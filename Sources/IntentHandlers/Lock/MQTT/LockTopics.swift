internal import IntentCore

/// Where a lock on a broker says its state and takes commands.
struct LockTopics {
  /// What the messages look like.
  enum Convention: String, CaseIterable {
    /// `lock_state` of the base topic is the truth; commands go to `…/set`, `…/get` has the state told.
    case zigbee2mqtt
    /// Words such as LOCKED and UNLOCK on topics of their own.
    case homeassistant
  }

  var convention: Convention
  var state: String
  var command: String
  var availability: String?
  /// The way to the state where it is told in JSON.
  var pointer: JSONPointer?
  /// What states are called where that is not the convention's own.
  var states: [(word: String, value: Value)] = []
  /// What is sent for `lock`, `unlock` and `open` where that is not the convention's own.
  var payloads: [(word: String, value: Value)] = []
  /// Whether the configuration names the topic of availability, so that what is told there is waited for.
  var isAvailabilityNamed = false

  static let keys: [SettingKey] = [
    topic("topic", "Topic", "Where Zigbee2MQTT tells the lock's state, such as zigbee2mqtt/front_door."),
    .init(
      "convention", "Convention", "What the messages look like.",
      .word(Convention.allCases.map(\.rawValue))),
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
    .init(
      name, title, help,
      .text(
        .init(
          expected: "a topic without + and #, such as \"zigbee2mqtt/front_door\"",
          schema: ["pattern": "^[^$+#\\x00-\\x1f\\x7f][^+#\\x00-\\x1f\\x7f]*$"]
        ) { text in
          text.utf8.first != UInt8(ascii: "$") && text.utf8.count <= 1024
            && text.utf8.allSatisfy {
              $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "#") && $0 >= 0x20 && $0 != 0x7F
            }
        }))
  }
}

extension LockTopics {
  /// The topics of a door; `nil` where its values name none.
  init?(_ values: ValueObject) {
    let base = values.text("topic")
    guard let state = values.text("stateTopic") ?? base,
      let command = values.text("commandTopic") ?? base.map({ "\($0)/set" })
    else { return nil }
    self.init(
      convention: values.text("convention").flatMap { Convention(rawValue: $0) }
        ?? (base == nil ? .homeassistant : .zigbee2mqtt), state: state, command: command,
      availability: values.text("availabilityTopic") ?? base.map { "\($0)/availability" },
      pointer: values.pointer("pointer"), states: values.words("states"), payloads: values.words("payloads"),
      isAvailabilityNamed: values["availabilityTopic"] != nil)
  }
}
