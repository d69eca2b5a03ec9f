package import IntentCore

/// The JSON Schema (draft 2020-12) of automations, as the reader takes them.
package enum AutomationSchema {
  /// The file that an automation's `$schema` names, seen from the folder of definitions.
  package static let fileName = "schema/automation.schema.json"

  /// The schema as the text of its file.
  package static var text: String { value.laidOut() + "\n" }

  package static var value: Value {
    .object([
      "$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "urn:runintent:schema:automation",
      "title": "An automation of runintent",
      "description":
        "An intent that is run when a schedule says so. The file's name without .json is the automation's id.",
      "type": "object", "required": ["when", "run"], "properties": .object(AutomationDraft.properties),
      "additionalProperties": false,
      "$defs": .object([
        "call": AutomationCallReader.schema, "duration": DefinitionSchema.duration,
        "cron": ScheduleReader.cronSchema,
      ]),
    ])
  }
}
