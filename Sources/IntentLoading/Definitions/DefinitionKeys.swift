internal import IntentCore

extension DefinitionDraft: KeyedObject {
  static let required = ["title", "handler"]

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("$schema", "", "", .schemaPlace(DefinitionSchema.fileName)) { _ = $2.text($1) }
    row(
      "title", "Title", "What the action is called in lists, headings and dialogs.",
      .filledText(["examples": ["Toggle VPN"]])
    ) {
      $0.title = $1
      $0.definition.title = $2.filledText($1) ?? ""
    }
    row(
      "description", "Description", "What it does, in a sentence or two; its --help begins with it.",
      .filledText(["examples": ["Connects the VPN, or disconnects it when it is connected."]])
    ) { $0.definition.description = $2.filledText($1) }
    row(
      "summary", "Summary",
      "The action with its values, for confirmations and the log; name every required parameter as ${name}.",
      .text(["examples": ["Turn ${profile} ${state}"]])
    ) { draft, member, _ in draft.summary = member }
    row("icon", "Icon", "A symbol by its SF Symbols name.", .filledText()) {
      $0.definition.icon = $2.filledText($1)
    }
    row(
      "category", "Category", "The heading under which `runintent list` shows it.",
      .filledText(["examples": ["basics", "files", "home", "network", "system"]])
    ) { $0.definition.category = $2.filledText($1) }
    row(
      "phrases", "Phrases",
      "What people may say for it: words, [optional], (one|other), ${name} for a parameter, ${applicationName} for the program.",
      [
        "type": "array",
        "items": .object([
          "type": "string",
          "not": .object(["description": "Swift's \\(…) means nothing here.", "pattern": #"\\\("#]),
        ]), "examples": [["toggle the vpn", "(open|unlock) [the] ${door}"]],
      ]
    ) { draft, member, _ in draft.phrases = member }
    row("keywords", "Keywords", "Other words by which a search finds it.", .texts()) {
      $0.definition.keywords = $2.texts($1)
    }
    row(
      "hidden", "Hidden", "Whether `runintent list` leaves it out; it can be run all the same.",
      .flag(default: false)
    ) { $0.definition.isHidden = $2.flag($1) ?? false }
    row("search", "Search", "Whether `runintent search` finds it.", .flag(default: true)) {
      $0.definition.isFound = $2.flag($1) ?? true
    }
    row(
      "suggest", "Suggest", "Whether `runintent suggest` may offer what was run of it.", .flag(default: true)
    ) { $0.definition.isSuggested = $2.flag($1) ?? true }
    row(
      "parameters", "Parameters",
      "The inputs by their names: --NAME on the command line, ${NAME} in placeholders.",
      [
        "type": "object",
        "propertyNames": .object([
          "pattern": .string(Names.parameterPattern),
          "not": .object(["enum": .strings(Names.reservedOptions + Names.reservedPlaceholders)]),
        ]), "additionalProperties": .reference("parameter"),
      ]
    ) { draft, member, _ in draft.parameters = member }
    row("required", "Required", "The parameters that must be given; the others may be left out.", .texts()) {
      draft, member, _ in draft.required = member
    }
    row("handler", "Handler", "The code that performs the intent.", [:]) {
      $0.handler = $1
      $0.definition.handler = $2.filledText($1) ?? ""
    }
    row(
      "with", "With",
      "What the handler gets; its keys depend on the handler, and ${name} stands for a parameter.",
      ["type": "object"]
    ) { draft, member, _ in draft.with = member }
    row(
      "result", "Result", "How the answer is shaped; without it, as the handler words it.",
      .object(ResultReader.properties)
    ) { draft, member, _ in draft.result = member }
    row("modes", "Modes", "Where it may run.", IntentDefinition.Mode.schema) {
      let expected = "a list of \"interactive\" and \"headless\""
      $0.definition.modes = $2.list($1, of: expected, isFilled: true) { $1.word($0) }
    }
    row(
      "authentication", "Authentication", "What it asks of the person before each run.",
      .choice(IntentDefinition.Authentication.allCases, default: IntentDefinition.Authentication.none) {
        $0.meaning
      }
    ) { $0.definition.authentication = $2.word($1) ?? .required }
    row(
      "confirm", "Confirmation", "The question to answer before each run; ${name} stands for a parameter.",
      .text(["examples": ["Replace ${archive}"]])
    ) { draft, member, _ in draft.confirm = member }
    row(
      "limits", "Limits", "When a run is ended, and what happens when it is already running.",
      .object(IntentDefinition.Limits.properties)
    ) { $0.definition.limits = IntentDefinition.Limits().reading($1, &$2) }
    row(
      "uses", "Uses",
      "Files that are allowed besides this one and the program, as they are, seen from this folder.",
      .texts(["examples": [["lib/common.sh"]]])
    ) { $0.definition.uses = $2.texts($1) }
    row(
      "sandbox", "Sandbox",
      "The kernel's limits on what it starts; {} allows the system's programs, the files of parameters with \"access\", and no network.",
      SandboxReader.closedSchema
    ) { draft, member, _ in draft.sandbox = member }
    row(
      "idempotent", "Idempotent",
      "Whether doing it twice is the same as once: then a run whose end is not known may be repeated.",
      .flag(default: false)
    ) { $0.definition.isIdempotent = $2.flag($1) ?? false }
  }
}

extension IntentDefinition.Authentication {
  /// What it asks of the person.
  var meaning: String {
    switch self {
    case .none: "Nothing."
    case .unlocked: "An unlocked session."
    case .required: "A password or the like, each time."
    }
  }
}

extension IntentDefinition.Mode {
  fileprivate static var schema: ValueObject {
    .filledList(
      of: .choice(allCases) {
        switch $0 {
        case .interactive: "A person at a terminal."
        case .headless: "A script or a timer, with nobody to ask."
        }
      }) + ["default": .strings(allCases.map(\.rawValue))]
  }
}

extension IntentDefinition.Limits: KeyedObject {
  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row(
      "timeout", "Timeout", "The run is ended after this time.", .reference("duration", ["default": "PT60S"])
    ) { $0.timeout = $2.duration($1) ?? $0.timeout }
    row("concurrency", "Concurrency", "What a second run does while one is under way.", concurrencySchema) {
      $0.readConcurrency($1, &$2)
    }
  }

  private static var concurrencySchema: ValueObject {
    let word = ValueObject.choice(IntentDefinition.Concurrency.allCases) {
      switch $0 {
      case .single: "It is refused with status 75."
      case .queue: "It waits for the first."
      case .restart: "It ends the first and takes its place."
      case .parallel: "It runs beside the first."
      }
    }
    return [
      "anyOf": [word.annotated("Concurrency", "A word."), .object(SideBySide.closedSchema)],
      "default": "parallel",
    ]
  }

  /// A word, or `{"parallel": 3}` for so many at most.
  private mutating func readConcurrency(_ member: JSONMember, _ log: inout ReadingLog) {
    guard case .object(let members) = member.node.kind else {
      concurrency = log.word(member) ?? concurrency
      return
    }
    var runs = SideBySide()
    runs.read(members, &log)
    maximum = runs.maximum
    if members.isEmpty { log.wrongType(member, expected: "a word or {\"parallel\": 3}") }
  }
}

/// How many runs go side by side.
private struct SideBySide: KeyedObject {
  static let required = ["parallel"]

  var maximum: Int?

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row(
      "parallel", "Parallel", "So many side by side; one more is refused with status 75.", .count(minimum: 1)
    ) { $0.maximum = $2.count($1, minimum: 1) }
  }
}
