internal import IntentCore
internal import JSON

extension DefinitionSchema {
  /// What a key of a definition holds.
  func key(_ name: String) -> Value {
    switch name {
    case "$schema":
      Self.text(
        "Schema", "Where the JSON Schema of this file is, so that editors complete and check it.",
        ["examples": [.string(Self.fileName)]])
    case "title":
      Self.filledText(
        "Title", "What the action is called in lists, headings and dialogs.", ["examples": ["Toggle VPN"]])
    case "description":
      Self.filledText(
        "Description", "What it does, in a sentence or two; its --help begins with it.",
        ["examples": ["Connects the VPN, or disconnects it when it is connected."]])
    case "summary":
      Self.text(
        "Summary",
        "The action with its values, for confirmations and the log; name every required parameter as ${name}.",
        ["examples": ["Turn ${profile} ${state}"]])
    case "icon":
      Self.filledText(
        "Icon", "A symbol by its SF Symbols name.", ["examples": .array(icons.map { .string($0) })])
    case "category":
      Self.filledText(
        "Category", "The heading under which `runintent list` shows it.",
        ["examples": ["basics", "files", "home", "network", "system"]])
    case "phrases":
      Self.annotated(
        "Phrases",
        "What people may say for it: words, [optional], (one|other), ${name} for a parameter, ${applicationName} for the program.",
        [
          "type": "array",
          "items": .object([
            "type": "string",
            "not": .object(["description": "Swift's \\(…) means nothing here.", "pattern": #"\\\("#]),
          ]),
        ], ["examples": [["toggle the vpn", "(open|unlock) [the] ${door}"]]])
    case "keywords": Self.texts("Keywords", "Other words by which a search finds it.")
    case "hidden":
      Self.flag(
        "Hidden", "Whether `runintent list` leaves it out; it can be run all the same.", default: false)
    case "search":
      Self.flag("Search", "Whether `runintent search` finds it.", default: true)
    case "suggest":
      Self.flag("Suggest", "Whether `runintent suggest` may offer what was run of it.", default: true)
    case "parameters":
      Self.annotated(
        "Parameters", "The inputs by their names: --NAME on the command line, ${NAME} in placeholders.",
        [
          "type": "object",
          "propertyNames": .object([
            "pattern": .string(Names.parameterPattern),
            "not": .object([
              "enum": .array((Names.reservedOptions + Names.reservedPlaceholders).map { .string($0) })
            ]),
          ]),
          "additionalProperties": Self.reference("parameter"),
        ])
    case "required":
      Self.texts("Required", "The parameters that must be given; the others may be left out.")
    case "handler":
      Self.choice("Handler", "The code that performs the intent.", handlers.map { ($0.name, $0.summary) })
    case "with":
      Self.annotated(
        "With", "What the handler gets; its keys depend on the handler, and ${name} stands for a parameter.",
        ["type": "object"])
    case "result": result
    case "modes": Self.modes
    case "authentication":
      Self.choice(
        "Authentication", "What it asks of the person before each run.",
        IntentDefinition.Authentication.allCases.map { ($0.rawValue, Self.meaning($0)) }, default: "none")
    case "confirm":
      Self.text(
        "Confirmation", "The question to answer before each run; ${name} stands for a parameter.",
        ["examples": ["Replace ${archive}"]])
    case "limits": Self.limits
    case "idempotent":
      Self.flag(
        "Idempotent",
        "Whether doing it twice is the same as once: then a run whose end is not known may be repeated.",
        default: false)
    case "uses":
      Self.texts(
        "Uses", "Files that trust covers besides this one and the program, seen from this folder.",
        ["examples": [["lib/common.sh"]]])
    default: true
    }
  }

  private var result: Value {
    Self.annotated(
      "Result", "How the answer is shaped; without it, as the handler words it.",
      [
        "type": "object",
        "properties": .object(
          ValueObject(uniqueMembers: ResultReader.keys.map { ($0, Self.resultKey($0)) })),
        "additionalProperties": false,
      ])
  }

  private static func resultKey(_ name: String) -> Value {
    switch name {
    case "parse":
      choice(
        "Parse", "How the output of the program is read.",
        ResultShape.Parse.allCases.map { ($0.rawValue, meaning($0)) }, default: "text")
    case "dialog":
      text(
        "Dialog",
        "One sentence for people; ${result.text}, ${result.value…}, ${result.count} and parameters fit in.",
        ["examples": ["Backed up ${folder} to ${archive}."]])
    case "snippet":
      annotated(
        "Snippet", "What stands beneath the dialog: text, a list of lines, or an object of fields.", [:])
    case "value":
      annotated("Value", "The value that scripts get; a text that is one placeholder keeps its type.", [:])
    default: true
    }
  }

  private static var modes: Value {
    annotated(
      "Modes", "Where it may run.",
      [
        "type": "array", "minItems": 1,
        "items": .object([
          "enum": ["interactive", "headless"],
          "enumDescriptions": ["A person at a terminal.", "A script or a timer, with nobody to ask."],
        ]), "default": ["interactive", "headless"],
      ])
  }

  private static var limits: Value {
    annotated(
      "Limits", "When a run is ended, and what happens when it is already running.",
      [
        "type": "object",
        "properties": .object(
          ValueObject(uniqueMembers: DefinitionDraft.limitKeys.map { ($0, limitKey($0)) })),
        "additionalProperties": false,
      ])
  }

  private static func limitKey(_ name: String) -> Value {
    switch name {
    case "timeout":
      reference(
        "duration",
        ["title": "Timeout", "description": "The run is ended after this time.", "default": "PT60S"])
    case "concurrency":
      annotated(
        "Concurrency", "What a second run does while one is under way.",
        [
          "anyOf": [
            choice(
              "Concurrency", "A word.",
              IntentDefinition.Concurrency.allCases.map { ($0.rawValue, meaning($0)) }),
            .object([
              "type": "object", "required": ["parallel"], "additionalProperties": false,
              "properties": .object([
                "parallel": annotated(
                  "Parallel", "So many side by side; one more is refused with status 75.",
                  ["type": "integer", "minimum": 1])
              ]),
            ]),
          ]
        ], ["default": "parallel"])
    default: true
    }
  }

  private static func meaning(_ authentication: IntentDefinition.Authentication) -> String {
    switch authentication {
    case .none: "Nothing."
    case .unlocked: "An unlocked session."
    case .required: "A password or the like, each time."
    }
  }

  private static func meaning(_ parse: ResultShape.Parse) -> String {
    switch parse {
    case .text: "As it is."
    case .lines: "As a list of lines."
    case .json: "As one JSON value."
    case .intent: "The program prints dialog, snippet, value and next as JSON: it is the whole handler."
    }
  }

  private static func meaning(_ concurrency: IntentDefinition.Concurrency) -> String {
    switch concurrency {
    case .single: "It is refused with status 75."
    case .queue: "It waits for the first."
    case .restart: "It ends the first and takes its place."
    case .parallel: "It runs beside the first."
    }
  }
}
