import IntentCore
import Testing

@testable import IntentHandlers

@Suite struct LockDialectTests {
  private let zigbee = LockDialect(
    convention: .zigbee2mqtt, stateTopic: "zigbee2mqtt/front", commandTopic: "zigbee2mqtt/front/set",
    availabilityTopic: "zigbee2mqtt/front/availability")

  private func words(
    pointer: String? = nil, states: [(word: String, value: Value)] = [],
    payloads: [(word: String, value: Value)] = []
  ) -> LockDialect {
    LockDialect(
      convention: .homeassistant, stateTopic: "door/state", commandTopic: "door/set",
      availabilityTopic: "door/there", pointer: pointer.flatMap { JSONPointer($0) }, states: states,
      payloads: payloads)
  }

  private func message(_ topic: String, _ text: String) -> BrokerMessage {
    BrokerMessage(topic: topic, payload: Array(text.utf8), isRetained: false)
  }

  @Test(arguments: [
    (#"{"state":"UNLOCK","lock_state":"locked"}"#, LockDialect.Meaning.state(.locked)),
    (#"{"state":"LOCK","lock_state":"unlocked"}"#, .state(.unlocked)),
    (#"{"state":"LOCK","lock_state":"not_fully_locked"}"#, .state(.jammed)),
    (#"{"state":"LOCK","lock_state":null}"#, .state(.unknown)),
    (#"{"state":"UNLOCK"}"#, .nothing),
    ("UNLOCK", .nothing), ("", .nothing),
  ])
  func `of Zigbee2MQTT only the bolt counts`(payload: String, meaning: LockDialect.Meaning) {
    #expect(zigbee.meaning(message("zigbee2mqtt/front", payload)) == meaning)
  }

  @Test(arguments: [
    ("zigbee2mqtt/front/availability", #"{"state":"offline"}"#, LockDialect.Meaning.offline),
    ("zigbee2mqtt/front/availability", "online", .online),
    ("zigbee2mqtt/bridge/state", #"{"state":"offline"}"#, .offline),
    ("zigbee2mqtt/bridge/state", "?", .nothing),
  ])
  func `tells who is there`(topic: String, payload: String, meaning: LockDialect.Meaning) {
    #expect(zigbee.meaning(message(topic, payload)) == meaning)
    #expect(zigbee.subscriptions.last == zigbee.herald)
    #expect(zigbee.subscriptions.contains(topic))
  }

  @Test(arguments: [
    ("LOCKED", LockDialect.Meaning.state(.locked)),
    ("UNLOCKING", .state(.moving)), ("JAMMED", .state(.jammed)),
    ("shut", .state(.unknown)),
  ])
  func `knows the words of Home Assistant`(payload: String, meaning: LockDialect.Meaning) {
    #expect(words().meaning(message("door/state", payload)) == meaning)
  }

  @Test func `knows words of one's own, also within JSON`() {
    let dialect = words(pointer: "/a/0", states: [("locked", 0), ("jammed", "stuck")])
    #expect(dialect.meaning(message("door/state", #"{"a":[0]}"#)) == .state(.locked))
    #expect(dialect.meaning(message("door/state", #"{"a":["stuck"]}"#)) == .state(.jammed))
    #expect(dialect.meaning(message("door/state", #"{"b":1}"#)) == .nothing)
  }

  @Test func `commands`() {
    func text(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
    #expect(text(zigbee.command(.unlock, code: nil)) == #"{"state":"UNLOCK"}"#)
    #expect(text(zigbee.command(.lock, code: "4711")) == #"{"state":"LOCK","pin_code":"4711"}"#)
    #expect(zigbee.command(.open, code: nil) == nil)
    #expect(text(words().command(.open, code: nil)) == "OPEN")
    #expect(text(words().command(.lock, code: "1")) == #"{"action":"LOCK","code":"1"}"#)
    let own = words(payloads: [("unlock", "go ${code}!"), ("lock", .object(["pin": "${code}"]))])
    #expect(text(own.command(.unlock, code: "4711")) == "go 4711!")
    #expect(text(own.command(.lock, code: "4711")) == #"{"pin":"4711"}"#)
  }

  @Test func `reads what the subscriber says`() {
    let inbox = BrokerInbox()
    for line in [
      "Client (null) sending CONNECT", "Client (null) received CONNACK (0)", "Subscribed (mid: 1): 1, 1",
      "Client (null) received PUBLISH (d0, q0, r1, m0, 'a b', ... (2 bytes))", "M 1 7b7D a b", "M 0  c",
      "M 0 7 d",
    ] { inbox.take(.line(line)) }
    #expect(inbox.log.isSubscribed)
    #expect(inbox.log.refusal == nil)
    #expect(inbox.first() == BrokerMessage(topic: "a b", payload: Array("{}".utf8), isRetained: true))
    #expect(inbox.first() == BrokerMessage(topic: "c", payload: [], isRetained: false))
    #expect(inbox.first() == nil)
    inbox.take(.line("Client (null) sending CONNECT"))
    #expect(inbox.log.isCut)
    inbox.take(.line("Client (null) received CONNACK (5)"))
    #expect(inbox.log.refusal == 5)
  }

  @Test func `tells which of two reports is older`() throws {
    func moment(_ payload: String) throws -> Value {
      try #require(zigbee.moment(message("zigbee2mqtt/front", payload)))
    }
    let (first, second) = try (moment(#"{"last_seen":1}"#), moment(#"{"last_seen":2}"#))
    #expect(LockDialect.isOlder(first, than: second))
    #expect(!LockDialect.isOlder(second, than: first))
    let text = try moment(#"{"last_seen":"2026-12-01T09:00:00Z"}"#)
    #expect(LockDialect.isOlder(text, than: try moment(#"{"last_seen":"2026-12-01T09:00:01Z"}"#)))
    #expect(!LockDialect.isOlder(text, than: first))
    #expect(zigbee.moment(message("zigbee2mqtt/front", "LOCKED")) == nil)
  }
}
