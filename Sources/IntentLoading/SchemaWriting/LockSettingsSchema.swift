internal import IntentCore

/// The JSON Schema of providers and doors, from what each kind of provider says that it reads.
enum LockSettingsSchema {
  static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]

  static func provider(_ forms: [LockProviderForm]) -> Value {
    .object(["oneOf": .array(forms.map { provider($0) })])
  }

  private static func provider(_ form: LockProviderForm) -> Value {
    let required = ["type"] + form.keys.filter(\.isRequired).map(\.name)
    return .object([
      "type": "object", "additionalProperties": false, "required": .array(required.map { .string($0) }),
      "properties": .object(
        ValueObject(uniqueMembers: [("type", .object(["const": .string(form.type)]))] + members(form.keys))),
    ])
  }

  static func door(_ forms: [LockProviderForm]) -> Value {
    var keys = LockSettingsReader.doorKeys
    for key in forms.flatMap(\.doorKeys) where !keys.contains(where: { $0.name == key.name }) {
      keys.append(key)
    }
    return .object([
      "type": "object", "additionalProperties": false, "required": ["provider"],
      "properties": .object(ValueObject(uniqueMembers: members(keys))),
      "oneOf": .array(
        forms.map { form in
          let ways = form.doorWays.map { Value.object(["required": .array($0.map { .string($0) })]) }
          return ways.count == 1 ? ways[0] : .object(["anyOf": .array(ways)])
        }),
    ])
  }

  private static func members(_ keys: [SettingKey]) -> [(key: String, value: Value)] {
    keys.map { key in
      let isSecret = if case .secret = key.kind { true } else { false }
      let help = isSecret ? "\(key.help) Never itself: a secret by its name." : key.help
      let lead: [(key: String, value: Value)] = [
        ("title", .string(key.title)), ("description", .string(help)),
      ]
      return (key.name, .object(ValueObject(uniqueMembers: lead + schema(key.kind).members)))
    }
  }

  private static func schema(_ kind: SettingKey.Kind) -> ValueObject {
    switch kind {
    case .text(let form): ValueObject(uniqueMembers: [("type", "string")] + form.schema.members)
    case .secret:
      [
        "type": "string", "pattern": #"^\$\{secret:[a-z0-9][a-z0-9_-]{0,63}\}$"#,
        "examples": ["${secret:door}"],
      ]
    case .flag: ["type": "boolean"]
    case .port: ["type": "integer", "minimum": 1, "maximum": 65535]
    case .headers: ["type": "object", "additionalProperties": .object(["type": "string"])]
    case .word(let words): ["enum": .array(words.map { .string($0) })]
    case .words(let words):
      [
        "type": "object", "additionalProperties": false,
        "properties": .object(ValueObject(uniqueMembers: words.map { ($0, .boolean(true)) })),
      ]
    case .request:
      [
        "type": "object", "additionalProperties": false, "required": ["path"],
        "properties": .object([
          "path": .object([
            "title": "Path", "description": "Below the provider's address.", "type": "string",
            "pattern": "^/",
          ]),
          "method": .object([
            "title": "Method", "description": "GET for the state, else POST.",
            "enum": .array(methods.map { .string($0) }),
          ]),
          "body": .object([
            "title": "Body", "description": "What is sent; ${code} in it is the door's code.",
          ]),
        ]),
      ]
    }
  }
}
