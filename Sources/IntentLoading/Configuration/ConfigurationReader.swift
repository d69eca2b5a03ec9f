package import IntentCore

/// Turns the bytes of one `config.json` into what it says, or says everything that is wrong with it.
package enum ConfigurationReader {
  /// - Parameters:
  ///   - isRoots: Whether the file is root's, whose rules the user cannot change.
  ///   - home: What `~` stands for in paths; `nil` where no home is known.
  ///   - locks: What the kinds of lock providers read; asked for only where the file names some.
  package static func read(
    _ file: SourceFile, isRoots: Bool = false, home: String? = nil,
    locks: @escaping () -> [LockProviderForm] = { [] }
  ) throws(Failure) -> Configuration {
    var log = try ReadingLog(file)
    var draft = ConfigurationDraft(isRoots: isRoots, home: home, locks: locks)
    draft.readDocument(&log)
    if !log.errors.isEmpty { throw log.failure }
    return draft.configuration
  }
}

/// A configuration that is being read: a row for each key; a key of several parts has a reader of its own.
struct ConfigurationDraft: KeyedObject {
  var language: String?
  var defaults: [(intent: String, values: ValueObject)] = []
  var secrets: [(name: String, secret: SecretReference)] = []
  var policy: [PolicyRule] = []
  var vpn = VPNSettings()
  var doors = DoorSettings()
  let isRoots: Bool
  let home: String?
  let locks: () -> [LockProviderForm]

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("$schema", "", "", .schemaPlace("intents/\(ConfigurationSchema.fileName)")) { _ = $2.text($1) }
    row(
      "language", "Language",
      "The language that people read where neither --language nor the environment names one.",
      .text(["pattern": "^[A-Za-z0-9]{1,8}(?:-[A-Za-z0-9]{1,8})*$", "examples": ["ru", "pt-BR"]])
    ) { $0.language = $2.read($1, "a language such as \"ru\" or \"pt-BR\"") { LanguageTag($0)?.text } }
    row(
      "defaults", "Defaults", "By the ids of intents, values for the parameters that a caller leaves out.",
      .table(
        Names.identifierPattern,
        of: ["type": "object", "propertyNames": .object(["pattern": .string(Names.parameterPattern)])]) + [
          "examples": [.object(["disk-space": .object(["path": "/srv"])])]
        ]
    ) { $0.defaults = readDefaults($1, &$2) }
    row(
      "secrets", "Secrets", "By their names, where secrets are kept; never the secrets themselves.",
      .table(Names.parameterPattern, of: SecretsReader.schema)
    ) { $0.secrets = SecretsReader(home: $0.home).read($1, &$2) }
    row("policy", "Policy", "Rules that restrict runs; none allows anything.", .list(of: PolicyRule.schema)) {
      $0.policy = PolicyRule.read($1, isRoots: $0.isRoots, &$2)
    }
    row(
      "vpn", "VPN",
      "Which VPN is meant where nobody names one, which are left alone, and for how long they may connect.",
      VPNSettingsReader.closedSchema
    ) { $0.vpn = VPNSettingsReader(isRoots: $0.isRoots).reading($1, &$2).settings }
    row(
      "providers", "Providers", "By their names, what moves the locks of doors.",
      .table(Names.parameterPattern, of: [:])
    ) { $0.doors.providers = LockSettingsReader(forms: $0.locks()).providers($1, &$2) }
    row(
      "doors", "Doors",
      "By their names, the doors; until there is one, or a provider, there is the demo alone.",
      .table(Names.identifierPattern, of: [:])
    ) { $0.doors.doors = LockSettingsReader(forms: $0.locks()).doors($1, &$2) }
  }

  var configuration: Configuration {
    Configuration(
      language: language, defaults: defaults, secrets: secrets, policy: policy, vpn: vpn, doors: doors)
  }

  /// Whether there are such intents and parameters depends on where one is, and is for `check` to say.
  private static func readDefaults(_ member: JSONMember, _ log: inout ReadingLog) -> [(
    intent: String, values: ValueObject
  )] {
    log.members(member).map { intent in
      log.isName(intent, of: "intent", Names.isIdentifier)
      let values = log.members(intent).filter { log.isName($0, of: "parameter", Names.isParameterName) }
      return (intent.key, ValueObject(uniqueMembers: values.map { ($0.key, $0.node.value) }))
    }
  }
}

/// The JSON Schema (draft 2020-12) of `config.json`, as the reader takes it.
package enum ConfigurationSchema {
  /// The file beside that of definitions, seen from a folder of them.
  package static let fileName = "schema/config.schema.json"

  /// The schema as the text of its file.
  ///
  /// - Parameter forms: What the kinds of lock providers read.
  package static func text(_ forms: [LockProviderForm]) -> String { value(forms).laidOut() + "\n" }

  static func value(_ forms: [LockProviderForm]) -> Value {
    var properties = ConfigurationDraft.properties
    properties.extend("providers", ["additionalProperties": LockSettingsReader.providerSchema(forms)])
    properties.extend("doors", ["additionalProperties": LockSettingsReader.doorSchema(forms)])
    let file = ValueObject.file(
      "config", "The configuration of runintent",
      "What holds for every run: root's file in /etc/runintent for everybody, one's own over it. Rules of both count."
    )
    return .object(file + ["properties": .object(properties), "additionalProperties": false])
  }
}
