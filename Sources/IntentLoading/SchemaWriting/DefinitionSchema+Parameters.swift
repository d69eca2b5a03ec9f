internal import IntentCore
internal import JSON

extension DefinitionSchema {
  /// A parameter: a JSON Schema with annotations of ours, which must say what its value is.
  var parameter: Value {
    var members = ParameterReader.annotations.map { (key: $0, value: annotation($0)) }
    for keyword in SchemaBuilder.keywords where !members.contains(where: { $0.key == keyword }) {
      members.append((keyword, keyword == "enum" ? Self.filledEnumeration : Self.keyword(keyword)))
    }
    return Self.annotated(
      "Parameter", "A JSON Schema (2020-12) of the value, with annotations for people.",
      [
        "type": "object", "properties": .object(ValueObject(uniqueMembers: members)),
        "additionalProperties": false,
        "anyOf": .array(ParameterReader.typeKeys.map { .object(["required": [.string($0)]]) }),
      ])
  }

  private func annotation(_ name: String) -> Value {
    switch name {
    case "title": Self.filledText("Title", "What the parameter is called in forms and help.")
    case "description": Self.filledText("Description", "What it means, for the intent's --help.")
    case "prompt":
      Self.filledText(
        "Prompt", "The question when it is missing at a terminal.", ["examples": ["Which folder?"]])
    case "entity":
      Self.filledText(
        "Entity", "The live list that the value is picked from.",
        [
          "pattern": .string(Names.identifierPattern),
          "examples": .array(entities.map { .string($0) }),
        ])
    case "choices": Self.choices
    case "file": Self.file
    case "position":
      Self.annotated(
        "Position", "Its place among the arguments without a name; they count from 1.",
        ["type": "integer", "minimum": 1])
    case "short":
      Self.text(
        "Short form", "One letter or digit for the option with a single dash.", ["pattern": "^[0-9A-Za-z]$"])
    case "secret":
      Self.flag("Secret", "Whether its value is kept out of the log and of what is shown.", default: false)
    case "input":
      Self.choice(
        "Piped input", "Whether piped input fills it.",
        Parameter.InputRule.allCases.map { ($0.rawValue, Self.meaning($0)) }, default: "never")
    default: true
    }
  }

  private static var choices: Value {
    annotated(
      "Choices", "The values to pick from: a list, or a command that prints one as lines of JSON.",
      [
        "oneOf": .array([
          .object(["type": "array", "minItems": 1, "items": choice]),
          .object([
            "type": "object", "required": ["command"], "additionalProperties": false,
            "properties": .object([
              "command": annotated(
                "Command", "The program and its arguments; it runs only when the definition is trusted.",
                ["type": "array", "minItems": 1, "items": .object(["type": "string"])])
            ]),
          ]),
        ])
      ])
  }

  private static var choice: Value {
    let value: Value = .object(["type": ["string", "number", "boolean"]])
    return .object([
      "oneOf": .array([
        value,
        .object([
          "type": "object", "required": ["value"], "additionalProperties": false,
          "properties": .object(["value": value, "title": .object(["type": "string"])]),
        ]),
      ])
    ])
  }

  private static var file: Value {
    annotated(
      "File", "The value names a file or a folder, seen from where the caller is.",
      [
        "type": "object", "additionalProperties": false,
        "properties": .object([
          "mustExist": flag("Must exist", "Whether something must be there.", default: false),
          "within": annotated(
            "Within", "The folder in which it must lie once links are followed: an absolute path, or ~/….",
            [
              "type": "string", "pattern": .string(#"^(/|~$|~/)"#), "examples": ["/srv/notes", "~/Notes"],
            ]),
          "accept": annotated(
            "Accept", "What may be given: patterns of names, endings, folders.",
            [
              "type": "array",
              "items": .object([
                "type": "string",
                "pattern": .string(#"^(folder|\.[^/\u0000]+|[^/\u0000]*[*?][^/\u0000]*)$"#),
                "examples": ["*.txt", ".json", "folder"],
              ]),
            ]),
        ]),
      ])
  }

  private static func meaning(_ rule: Parameter.InputRule) -> String {
    switch rule {
    case .never: "Never."
    case .auto: "With the value of the intent before, else with the text that is piped in."
    case .previous: "With the value of the intent before, and nothing else."
    }
  }

  private static var filledEnumeration: Value {
    annotated("Enumeration", "The only values that are allowed.", ["type": "array", "minItems": 1])
  }
}
