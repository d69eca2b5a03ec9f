package import JSON
internal import IntentCore

/// The JSON Schema (draft 2020-12) of `config.json`, as the reader takes it.
package enum ConfigurationSchema {
  /// The file beside that of definitions, seen from a folder of them.
  package static let fileName = "schema/config.schema.json"

  /// The schema as the text of its file.
  package static var text: String { value.laidOut() + "\n" }

  package static var value: Value {
    .object([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:runintent:schema:config",
      "title": "The configuration of runintent",
      "description":
        "What holds for every run: root's file in /etc/runintent for everybody, one's own over it. Rules of both count.",
      "type": "object",
      "properties": .object(ConfigurationDraft.properties),
      "additionalProperties": false,
    ])
  }
}
