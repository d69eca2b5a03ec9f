package import IntentCore

/// The JSON Schema (draft 2020-12) of `config.json`, as the reader takes it.
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
  static var value: Value {
    .object([
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:runintent:schema:config",
      "title": "The configuration of runintent",
      "description":
        "What holds for every run: root's file in /etc/runintent for everybody, one's own over it. Rules of both count.",
      "type": "object", "properties": .object(ConfigurationDraft.properties), "additionalProperties": false,
    ])
  }
}
