internal import IntentCore

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
    let plain: Value = .object(["type": ["string", "number", "boolean"]])
    let titled: Value = .object([
      "type": "object", "required": ["value"], "additionalProperties": false,
      "properties": .object([
        "value": .object([
          "description": "What the parameter's value becomes.", "type": ["string", "number", "boolean"],
        ]),
        "title": text("Title", "What people read for it and may type."),
      ]),
    ])
    let command: Value = .object([
      "type": "object", "required": ["command"], "additionalProperties": false,
      "properties": .object([
        "command": annotated(
          "Command",
          "A program and its arguments that prints a choice a line, as JSON; run only when trusted.",
          ["type": "array", "minItems": 1, "items": .object(["type": "string"])])
      ]),
    ])
    return annotated(
      "Choices", "What the value is picked from: a list, or a command that prints one.",
      [
        "anyOf": [
          .object(["type": "array", "minItems": 1, "items": .object(["anyOf": [plain, titled]])]), command,
        ]
      ])
  }

  private static var file: Value {
    annotated(
      "File", "What a parameter that names a file or a folder asks of it.",
      [
        "type": "object", "additionalProperties": false,
        "properties": .object([
          "mustExist": flag("Must exist", "Whether it must be there already.", default: false),
          "accept": texts(
            "Accept", "What may be given: \"folder\", endings and patterns of names.",
            ["examples": [["folder"], [".json"], ["*.txt"]]]),
        ]),
      ])
  }

  private static func meaning(_ rule: Parameter.InputRule) -> String {
    switch rule {
    case .never: "It does not."
    case .auto: "It does when there is any and the parameter was not given."
    case .previous: "The value of the intent before it in a chain does."
    }
  }

  private static var filledEnumeration: Value {
    annotated("Enumeration", "The only values that are allowed.", ["type": "array", "minItems": 1])
  }
}
