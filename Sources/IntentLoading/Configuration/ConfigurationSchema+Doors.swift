internal import IntentCore
internal import JSON

extension ConfigurationSchema {
  private static let secret = #"^\$\{secret:[a-z0-9][a-z0-9_-]{0,63}\}$"#

  static var provider: ValueObject { ["oneOf": .array(ProvidersReader.types.map { provider($0) })] }

  private static func annotated(_ title: String, _ description: String, _ schema: ValueObject) -> Value {
    schema.annotated(title, description)
  }

  private static func provider(_ type: String) -> Value {
    let required: [String] =
      switch type {
      case "home-assistant": ["type", "url", "token"]
      case "mqtt": ["type", "host"]
      default: ["type", "url"]
      }
    return .object([
      "type": "object", "additionalProperties": false, "required": .array(required.map { .string($0) }),
      "properties": .object(
        ValueObject(uniqueMembers: (ProvidersReader.keys[type] ?? []).map { ($0, part($0, of: type)) })),
    ])
  }

  private static func part(_ key: String, of type: String) -> Value {
    switch key {
    case "type": .object(["const": .string(type)])
    case "url":
      annotated(
        "URL", "Where it is, without user and password.",
        .text(["pattern": "^https?://[^/?#@]+(?:/.*)?$", "examples": ["http://homeassistant.local:8123"]]))
    case "token": secretText("Token", "A long-lived access token of Home Assistant.")
    case "host": annotated("Host", "The name or address of the broker.", .filledText())
    case "port":
      annotated(
        "Port", "1883 when absent, 8883 with tls.", ["type": "integer", "minimum": 1, "maximum": 65535])
    case "username": annotated("User name", "As whom to log in at the broker.", .filledText())
    case "password": secretText("Password", "The password of that user.")
    case "tls":
      annotated("TLS", "Whether the connection is encrypted.", ["type": "boolean"])
    case "headers":
      annotated(
        "Headers", "Headers of every request, in which secrets may stand.",
        ["type": "object", "additionalProperties": .object(["type": "string"])])
    case "certificates":
      annotated(
        "Certificates", "A file of certificates to trust instead of the system's.", .text(["pattern": "^/"]))
    default: true
    }
  }

  static var door: ValueObject {
    [
      "type": "object", "additionalProperties": false, "required": ["provider"],
      "properties": .object(ValueObject(uniqueMembers: DoorsReader.keys.map { ($0, doorPart($0)) })),
      "oneOf": [
        .object(["required": ["entity"]]),
        .object([
          "anyOf": [.object(["required": ["topic"]]), .object(["required": ["stateTopic", "commandTopic"]])]
        ]),
        .object(["required": ["state", "pointer"]]),
      ],
    ]
  }

  private static func doorPart(_ key: String) -> Value {
    switch key {
    case "provider": annotated("Provider", "The name of what moves its lock.", .filledText())
    case "title":
      annotated(
        "Title", "What it is called within a sentence; its name and \"door\" when absent.",
        .text(["minLength": 1, "examples": ["front door"]]))
    case "code": secretText("Code", "The code that the lock wants.")
    case "timeout":
      annotated("Timeout", "How long the bolt may take; 10 s when absent.", .text(["examples": ["PT10S"]]))
    case "settle":
      annotated(
        "Settle", "How long the bolt must then stay where it is; half a second when absent.",
        .text(["examples": ["PT0.5S"]]))
    case "entity":
      annotated(
        "Entity", "The lock in Home Assistant.",
        .text(["pattern": "^lock\\.[a-z0-9_]+$", "examples": ["lock.front_door"]]))
    case "topic":
      topic("Topic", "Where Zigbee2MQTT tells the lock's state, such as zigbee2mqtt/front_door.")
    case "convention":
      annotated(
        "Convention", "What the messages look like.",
        ["enum": .array(LockTopics.Convention.allCases.map { .string($0.rawValue) })])
    case "stateTopic": topic("State topic", "Where the lock tells its state.")
    case "commandTopic": topic("Command topic", "Where the lock takes commands.")
    case "availabilityTopic": topic("Availability topic", "Where it is told whether the lock is there.")
    case "pointer":
      annotated(
        "Pointer", "The way to the state in JSON (RFC 6901).",
        .text(["pattern": "^(?:/(?:[^/~]|~[01])*)*$", "examples": ["/state"]]))
    case "states":
      words("States", "What states are called there.", ["locked", "unlocked", "open", "jammed"])
    case "payloads":
      words("Payloads", "What is sent; ${code} in it is the door's code.", ["lock", "unlock", "open"])
    case "state": request("State", "The request that tells the state.")
    case "lock": request("Lock", "The request that locks.")
    case "unlock": request("Unlock", "The request that unlocks.")
    case "open": request("Open", "The request that opens.")
    default: true
    }
  }

  private static func secretText(_ title: String, _ description: String) -> Value {
    annotated(
      title, "\(description) Never itself: a secret by its name.",
      .text(["pattern": .string(secret), "examples": ["${secret:door}"]]))
  }

  private static func topic(_ title: String, _ description: String) -> Value {
    annotated(title, description, .text(["pattern": "^[^$+#\\x00-\\x1f\\x7f][^+#\\x00-\\x1f\\x7f]*$"]))
  }

  private static func words(_ title: String, _ description: String, _ keys: [String]) -> Value {
    annotated(
      title, description,
      [
        "type": "object", "additionalProperties": false,
        "properties": .object(ValueObject(uniqueMembers: keys.map { ($0, .boolean(true)) })),
      ])
  }

  private static func request(_ title: String, _ description: String) -> Value {
    annotated(
      title, description,
      [
        "type": "object", "additionalProperties": false, "required": ["path"],
        "properties": .object([
          "path": annotated("Path", "Below the provider's address.", .text(["pattern": "^/"])),
          "method": annotated(
            "Method", "GET for the state, else POST.", ["enum": ["GET", "POST", "PUT", "PATCH", "DELETE"]]),
          "body": annotated("Body", "What is sent; ${code} in it is the door's code.", [:]),
        ]),
      ])
  }
}
