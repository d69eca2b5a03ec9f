internal import IntentCore
package import JSON

/// The JSON Schema (draft 2020-12) of automations, as the reader takes them.
package enum AutomationSchema {
  /// The file that an automation's `$schema` names, seen from the folder of definitions.
  package static let fileName = "schema/automation.schema.json"

  /// The schema as the text of its file.
  package static var text: String { value.laidOut() + "\n" }

  package static var value: Value {
    .object([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:runintent:schema:automation",
      "title": "An automation of runintent",
      "description":
        "An intent that is run when a schedule says so. The file's name without .json is the automation's id.",
      "type": "object",
      "required": ["when", "run"],
      "properties": .object(ValueObject(uniqueMembers: AutomationReader.keys.map { ($0, key($0)) })),
      "additionalProperties": false,
      "$defs": .object(["call": call, "duration": DefinitionSchema.duration, "cron": cron]),
    ])
  }

  private static func key(_ name: String) -> Value {
    switch name {
    case "$schema":
      DefinitionSchema.text(
        "Schema", "Where the JSON Schema of this file is, so that editors complete and check it.",
        ["examples": [.string("../\(fileName)")]])
    case "title": DefinitionSchema.filledText("Title", "What it is called in lists.")
    case "enabled":
      DefinitionSchema.flag("Enabled", "False for one that is never due and is not installed.", default: true)
    case "when":
      DefinitionSchema.annotated(
        "When", "When it is due: a cron expression, or an object with one of cron, every and at.",
        ["anyOf": [DefinitionSchema.reference("cron"), when]],
        ["examples": ["0 3 * * *", "@daily", .object(["at": "03:00", "days": "mon-fri"])]])
    case "if":
      .object([
        "title": "If",
        "description": .string(
          "A condition in JsonLogic that must hold at a moment for it to be run, over the variables "
            + Automation.variables.joined(separator: ", ") + "."),
        "examples": [.object(["<": [.object(["var": "failures"]), 3]])],
      ])
    case "run":
      DefinitionSchema.reference(
        "call",
        ["title": "Run", "description": "The intent to run, alone or with values for its parameters."])
    case "onFailure":
      DefinitionSchema.reference(
        "call", ["title": "On failure", "description": "What is run when a run failed."])
    case "concurrency":
      DefinitionSchema.choice(
        "Concurrency", "What happens when a run of it is not over yet.",
        [
          ("single", "This moment is skipped, and said so."), ("queue", "The run waits for the other."),
          ("restart", "The other is ended first."), ("parallel", "Both run."),
        ], default: "single")
    case "catchUp":
      DefinitionSchema.choice(
        "Catch up", "What is done about moments at which the machine was off or asleep.",
        [("none", "Nothing."), ("once", "The last of them is run as soon as possible.")], default: "none")
    case "jitter":
      DefinitionSchema.reference(
        "duration",
        ["title": "Jitter", "description": "Up to so long after its moment each run starts; at most a day."])
    default: true
    }
  }

  private static var when: Value {
    .object([
      "type": "object",
      "properties": .object([
        "cron": DefinitionSchema.reference("cron"),
        "every": DefinitionSchema.reference(
          "duration",
          ["title": "Every", "description": "So far apart, whatever the clocks show; whole minutes."]),
        "from": DefinitionSchema.text(
          "From", "The moment from which `every` counts; without it, the start of 1970 in UTC.",
          ["format": "date-time"]),
        "at": DefinitionSchema.annotated(
          "At", "A time of the day, or a list of them.",
          [
            "anyOf": [
              time, .object(["type": "array", "minItems": 1, "items": time]),
            ]
          ]),
        "days": DefinitionSchema.text(
          "Days", "The days of the week for `at`, as cron has them.",
          ["examples": ["mon-fri", "sat,sun"], "minLength": 1]),
        "zone": DefinitionSchema.text(
          "Zone", "Whose clocks count; without it, the machine's.", ["examples": ["Europe/Berlin", "UTC"]]),
      ]),
      "oneOf": .array(["cron", "every", "at"].map { .object(["required": [.string($0)]]) }),
      "dependentRequired": .object(["days": ["at"], "from": ["every"]]),
      "additionalProperties": false,
    ])
  }

  private static let time: Value = .object(["type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"])

  private static let cron: Value = .object([
    "title": "Cron expression",
    "description":
      "Minute, hour, day of the month, month, day of the week, as in crontab(5); or @hourly, @daily, @midnight, @weekly, @monthly, @yearly, @annually.",
    "type": "string",
    "pattern": "^\\s*(@[A-Za-z]+|[^@\\s]+([ \\t]+[^@\\s]+){4})\\s*$",
  ])

  private static let call: Value = {
    let id: Value = .object(["type": "string", "pattern": .string(Names.identifierPattern)])
    return .object([
      "anyOf": [
        id,
        .object([
          "type": "object",
          "properties": .object([
            "intent": id,
            "parameters": .object([
              "type": "object", "description": "Values for the intent's parameters, as they are.",
            ]),
          ]),
          "required": ["intent"], "additionalProperties": false,
        ]),
      ]
    ])
  }()
}
