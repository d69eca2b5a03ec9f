import IntentCore
import IntentLoading
import Testing

@testable import IntentHandlers

@Suite struct LockSettingsTests {
  private func read(providers: String = "{}", doors: String = "{}") throws(Failure) -> DoorSettings {
    let text = #"{ "providers": \#(providers), "doors": \#(doors) }"#
    return try ConfigurationReader.read(
      SourceFile(displayPath: "config.json", path: "/config.json", bytes: Array(text.utf8))
    ) { DoorProviders.forms }.doors
  }

  @Test func `reads providers`() throws {
    let settings = try read(
      providers: #"""
        { "home": { "type": "home-assistant", "url": "http://ha.local:8123", "token": "${secret:ha}" },
          "zigbee": { "type": "mqtt", "host": "broker", "username": "u", "password": "${secret:p}", "tls": true,
            "certificates": "/ca.pem" },
          "gate": { "type": "http", "url": "https://gate", "headers": { "Authorization": "Bearer ${secret:g}" } } }
        """#)
    #expect(settings.providers.map(\.name) == ["home", "zigbee", "gate"])
    let home = try #require(HomeAssistantLock(settings.providers[0], []))
    #expect(home.service.address == HTTPAddress("http://ha.local:8123"))
    #expect(home.secrets(for: nil) == ["ha"])
    let broker = try #require(BrokerAccess(settings.providers[1].values))
    #expect(broker.host == "broker")
    #expect(broker.port == 8883)
    #expect(broker.user == "u")
    #expect(broker.password == "p")
    #expect(broker.certificates == "/ca.pem")
    #expect(try #require(WebLock(settings.providers[2], [])).secrets(for: nil) == ["g"])
  }

  @Test func `reads doors`() throws {
    let settings = try read(
      doors: #"""
        { "front": { "provider": "home", "entity": "lock.front_door", "code": "${secret:code}", "timeout": "PT5S",
            "settle": "0s", "title": "front gate" },
          "back": { "provider": "zigbee", "topic": "zigbee2mqtt/back" },
          "side": { "provider": "zigbee", "stateTopic": "a/state", "commandTopic": "a/set", "pointer": "/lock",
            "states": { "locked": 1 }, "payloads": { "unlock": "go ${code}" } },
          "gate": { "provider": "gate", "state": { "path": "/s" }, "pointer": "/x",
            "unlock": { "path": "/u", "method": "PUT", "body": { "open": true } } } }
        """#
    ).doors
    #expect(
      settings[0]
        == ConfiguredDoor(
          name: "front", provider: "home", type: "home-assistant", title: "front gate", code: "code",
          timeout: .seconds(5), settle: .zero, values: ["entity": "lock.front_door"]))
    let back = try #require(LockDialect(settings[1].values))
    #expect(back.convention == .zigbee2mqtt)
    #expect(back.commandTopic == "zigbee2mqtt/back/set")
    #expect(back.availabilityTopic == "zigbee2mqtt/back/availability")
    #expect(settings[1].title == "back door")
    let side = try #require(LockDialect(settings[2].values))
    #expect(side.convention == .homeassistant)
    #expect(!side.isAvailabilityNamed)
    #expect(side.payloads.map(\.value) == ["go ${code}"])
    let put: Value = .object(["path": "/u", "method": "PUT", "body": .object(["open": true])])
    #expect(settings[3].values["unlock"] == put)
    #expect(settings[3].values["state"] == .object(["path": "/s", "method": "GET"]))
  }

  @Test(arguments: [
    (#"{ "demo": { "type": "mqtt", "host": "h" } }"#, FaultCode.definitionName),
    (#"{ "x": { "host": "h" } }"#, .definitionMissingKey),
    (#"{ "x": { "type": "zwave" } }"#, .definitionEnum),
    (#"{ "x": { "type": "mqtt" } }"#, .definitionMissingKey),
    (#"{ "x": { "type": "mqtt", "host": "h", "port": 70000 } }"#, .definitionType),
    (#"{ "x": { "type": "mqtt", "host": "h h" } }"#, .definitionType),
    (#"{ "x": { "type": "mqtt", "host": "h", "username": "u", "password": "geheim" } }"#, .definitionType),
    (#"{ "x": { "type": "mqtt", "host": "h", "url": "http://h" } }"#, .definitionUnknownKey),
    (#"{ "x": { "type": "home-assistant", "url": "http://h" } }"#, .definitionMissingKey),
    (
      #"{ "x": { "type": "home-assistant", "url": "http://u:p@h", "token": "${secret:a}" } }"#,
      .definitionType
    ),
    (#"{ "x": { "type": "home-assistant", "url": "http://h", "token": "geheim" } }"#, .definitionType),
    (#"{ "x": { "type": "http", "url": "http://h", "certificates": "ca.pem" } }"#, .definitionType),
  ])
  func `says what is wrong with a provider, and shows no secret`(providers: String, code: FaultCode) {
    let failure = #expect(throws: Failure.self) { try read(providers: providers) }
    #expect(failure?.faults.map(\.code) == [code])
    #expect(code == .definitionName || failure?.faults.allSatisfy { $0.location?.text == "" } == true)
  }

  @Test(arguments: [
    (#"{ "a b": { "provider": "p", "entity": "lock.x" } }"#, FaultCode.definitionName),
    (#"{ "a": { "entity": "lock.x" } }"#, .definitionMissingKey),
    (#"{ "a": { "provider": "p" } }"#, .configurationRule),
    (#"{ "a": { "provider": "p", "entity": "switch.x" } }"#, .definitionType),
    (#"{ "a": { "provider": "p", "entity": "lock.x", "topic": "t" } }"#, .definitionUnknownKey),
    (#"{ "a": { "provider": "p", "topic": "a/+/b" } }"#, .definitionType),
    (#"{ "a": { "provider": "p", "topic": "$SYS/a" } }"#, .definitionType),
    (#"{ "a": { "provider": "p", "stateTopic": "a" } }"#, .definitionMissingKey),
    (#"{ "a": { "provider": "p", "topic": "t", "convention": "tasmota" } }"#, .definitionEnum),
    (#"{ "a": { "provider": "p", "topic": "t", "pointer": "x" } }"#, .definitionType),
    (#"{ "a": { "provider": "p", "topic": "t", "states": { "shut": 1 } } }"#, .definitionUnknownKey),
    (#"{ "a": { "provider": "p", "topic": "t", "code": "1234" } }"#, .definitionType),
    (#"{ "a": { "provider": "p", "topic": "t", "timeout": "PT1H" } }"#, .definitionType),
    (#"{ "a": { "provider": "p", "state": { "path": "/s" } } }"#, .definitionMissingKey),
    (#"{ "a": { "provider": "p", "state": { "path": "s" }, "pointer": "/x" } }"#, .definitionType),
    (
      #"{ "a": { "provider": "p", "entity": "lock.x" }, "b": { "provider": "p", "entity": "lock.x" } }"#,
      .configurationRule
    ),
  ])
  func `says what is wrong with a door`(doors: String, code: FaultCode) {
    let failure = #expect(throws: Failure.self) { try read(doors: doors) }
    #expect(failure?.faults.map(\.code) == [code])
  }

  @Test func `one's own doors win over root's of the same name`() {
    func door(_ name: String, _ entity: String) -> ConfiguredDoor {
      ConfiguredDoor(name: name, provider: "p", type: "home-assistant", values: ["entity": .string(entity)])
    }
    let roots = Configuration(doors: DoorSettings(doors: [door("a", "lock.a"), door("b", "lock.b")]))
    let own = Configuration(doors: DoorSettings(doors: [door("b", "lock.c")]))
    #expect(roots.overlaid(with: own).doors.doors == [door("a", "lock.a"), door("b", "lock.c")])
  }
}
