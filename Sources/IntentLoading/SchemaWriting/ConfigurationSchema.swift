package import IntentCore

/// The JSON Schema (draft 2020-12) of `config.json`, as the reader takes it; a file each reads what a key holds.
package enum ConfigurationSchema {
  /// The file beside that of definitions, seen from a folder of them.
  package static let fileName = "schema/config.schema.json"

  /// The schema as the text of its file.
  ///
  /// - Parameter forms: What the kinds of lock providers read.
  package static func text(_ forms: [LockProviderForm]) -> String {
    guard case .object(var schema) = value, case .object(var keys)? = schema["properties"] else { return "" }
    for (key, part) in [
      ("providers", LockSettingsSchema.provider(forms)), ("doors", LockSettingsSchema.door(forms)),
    ] {
      guard case .object(var table)? = keys[key] else { continue }
      table["additionalProperties"] = part
      keys[key] = .object(table)
    }
    schema["properties"] = .object(keys)
    return Value.object(schema).laidOut() + "\n"
  }

  /// The schema where no kind of provider is known.
  private static var value: Value {
    .object([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:runintent:schema:config",
      "title": "The configuration of runintent",
      "description":
        "What holds for every run: root's file in /etc/runintent for everybody, one's own over it. Rules of both count.",
      "type": "object",
      "properties": .object(ValueObject(uniqueMembers: ConfigurationDraft.keys.map { ($0, key($0)) })),
      "additionalProperties": false,
    ])
  }

  private static func key(_ name: String) -> Value {
    switch name {
    case "$schema":
      DefinitionSchema.text(
        "Schema", "Where the JSON Schema of this file is, so that editors complete and check it.",
        ["examples": [.string("intents/\(fileName)")]])
    case "language":
      DefinitionSchema.text(
        "Language", "The language that people read where neither --language nor the environment names one.",
        ["pattern": "^[A-Za-z0-9]{1,8}(?:-[A-Za-z0-9]{1,8})*$", "examples": ["ru", "pt-BR"]])
    case "defaults":
      DefinitionSchema.annotated(
        "Defaults", "By the ids of intents, values for the parameters that a caller leaves out.",
        [
          "type": "object", "propertyNames": .object(["pattern": .string(Names.identifierPattern)]),
          "additionalProperties": .object([
            "type": "object", "propertyNames": .object(["pattern": .string(Names.parameterPattern)]),
          ]),
        ], ["examples": [.object(["disk-space": .object(["path": "/srv"])])]])
    case "secrets":
      DefinitionSchema.annotated(
        "Secrets", "By their names, where secrets are kept; never the secrets themselves.",
        [
          "type": "object", "propertyNames": .object(["pattern": .string(Names.parameterPattern)]),
          "additionalProperties": secret,
        ])
    case "policy":
      DefinitionSchema.annotated(
        "Policy", "Rules that restrict runs; none allows anything.", ["type": "array", "items": rule])
    case "vpn":
      DefinitionSchema.annotated(
        "VPN",
        "Which VPN is meant where nobody names one, which are left alone, and for how long they may connect.",
        [
          "type": "object", "additionalProperties": false,
          "properties": .object([
            "profile": DefinitionSchema.text(
              "Profile", "The default; without it there is the demo alone.",
              ["pattern": .string(vpn), "examples": ["nm:5f964014-6acb-4916-ab4b-0a648c45a6d2", "wg:wg0"]]),
            "exclude": DefinitionSchema.annotated(
              "Exclude", "Profiles that are never listed, picked or toggled.",
              ["type": "array", "items": .object(["type": "string", "pattern": .string(vpn)])]),
            "sessions": DefinitionSchema.annotated(
              "Sessions", "How long VPNs may stay connected; every rule that covers a profile holds.",
              ["type": "array", "items": session]),
          ]),
        ])
    case "providers":
      DefinitionSchema.annotated(
        "Providers", "By their names, what moves the locks of doors.",
        [
          "type": "object", "propertyNames": .object(["pattern": .string(Names.parameterPattern)]),
          "additionalProperties": true,
        ])
    case "doors":
      DefinitionSchema.annotated(
        "Doors", "By their names, the doors; until there is one, or a provider, there is the demo alone.",
        [
          "type": "object", "propertyNames": .object(["pattern": .string(Names.identifierPattern)]),
          "additionalProperties": true,
        ])
    default: true
    }
  }

  /// A provider and the id of a profile there.
  private static let vpn = "^[^:]+:[\\s\\S]+$"
  private static var session: Value {
    .object([
      "type": "object", "additionalProperties": false, "required": ["profile", "duration", "pause"],
      "properties": .object([
        "profile": DefinitionSchema.text(
          "Profile", "The profile as PROVIDER:ID, or * for every one.",
          ["pattern": #"^(?:\*|[^:]+:(?:.|\n)+)$"#, "examples": ["demo:work", "*"]]),
        "duration": DefinitionSchema.text(
          "Duration", "How long it may stay connected.", ["examples": ["PT15M"]]),
        "pause": DefinitionSchema.text(
          "Pause", "How long it then may not connect.", ["examples": ["PT45M"]]),
        "exempt": DefinitionSchema.text(
          "Exempt", "The group whose members the rule does not hold for; in root's file alone.",
          ["examples": ["premium"]]),
      ]),
    ])
  }

  private static var secret: Value {
    .object([
      "oneOf": .array([
        .object([
          "type": "string",
          "pattern":
            #"^(?:file:(?:~/|/).+|env:[A-Za-z_][A-Za-z0-9_]*|command:/[^"'\\$`*?;&|<>(){}\[\]~#\t\n]+)$"#,
          "examples": ["file:~/.secrets/door", "env:DOOR_TOKEN", "command:/usr/bin/pass show door"],
        ]),
        .object([
          "type": "object", "required": ["command"], "additionalProperties": false,
          "properties": .object([
            "command": DefinitionSchema.annotated(
              "Command", "An absolute program that writes the secret, and its arguments.",
              [
                "type": "array", "minItems": 1, "items": .object(["type": "string"]),
                "prefixItems": .array([.object(["pattern": "^/."])]),
              ])
          ]),
        ]),
      ])
    ])
  }

  private static var rule: Value {
    .object([
      "type": "object", "additionalProperties": false,
      "properties": .object(ValueObject(uniqueMembers: PolicyReader.keys.map { ($0, part($0)) })),
      "anyOf": .array(PolicyReader.restrictions.map { .object(["required": [.string($0)]]) }),
      "dependentSchemas": .object([
        "deny": .object([
          "properties": .object(
            ValueObject(
              uniqueMembers: PolicyReader.restrictions.filter { $0 != "deny" }.map { ($0, .boolean(false)) }))
        ])
      ]),
    ])
  }

  private static func part(_ name: String) -> Value {
    switch name {
    case "intents":
      list(
        "Intents", "Only runs of these intents; without it, of all.",
        ["type": "string", "pattern": .string(Names.identifierPattern)])
    case "capabilities":
      list(
        "Capabilities", "Only runs that may touch one of these: a kind, a kind with an action, or one thing.",
        [
          "type": "string", "pattern": .string(capabilityPattern),
          "examples": ["exec", "lock(unlock)", "exec(/usr/bin/rsync)", "net(https,example.com,443)"],
        ])
    case "sources":
      list(
        "Sources", "Only runs from there; without it, from everywhere.",
        ["enum": .array(RunSource.named.map { .string($0.text) })])
    case "deny": DefinitionSchema.annotated("Deny", "Such runs are refused.", ["const": true])
    case "authentication":
      DefinitionSchema.choice(
        "Authentication", "What such runs ask of the person, if the definition does not ask for more.",
        PolicyReader.authentications.map {
          ($0, $0 == "required" ? "A password or the like, each time." : "An unlocked session.")
        })
    case "users": names("Users", "Only these users, and those of the groups, may.")
    case "groups": names("Groups", "Only members of these groups, and the users named, may.")
    case "hours":
      list(
        "Hours", "Only at these times of the day; an end before the start is on the next day.",
        ["type": "string", "pattern": .string(PolicyRule.Hours.pattern), "examples": ["07:00-22:00"]])
    case "reason": DefinitionSchema.filledText("Reason", "What is said to who is refused.")
    default: true
    }
  }

  private static var capabilityPattern: String {
    let actions = CapabilitySelector.actions.map { kind, actions in
      "\(kind)(?:\\((?:\(actions.joined(separator: "|")))(?:,[^,]+,.+)?\\))?"
    }
    let plain = "(?:exec|elevate|read|write)(?:\\((?:/.*|any)\\))?"
    return "^(?:\(plain)|net(?:\\([^,]+,[^,]+,[1-9][0-9]{0,4}\\))?|\(actions.joined(separator: "|")))$"
  }

  private static func list(_ title: String, _ description: String, _ item: ValueObject) -> Value {
    DefinitionSchema.annotated(
      title, description, ["type": "array", "minItems": 1, "items": .object(item)])
  }

  private static func names(_ title: String, _ description: String) -> Value {
    DefinitionSchema.annotated(
      title, description,
      ["type": "array", "items": .object(["type": "string", "pattern": #"^[^:\u0000-\u001F]+$"#])])
  }
}
