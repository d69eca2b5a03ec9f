internal import IntentCore
internal import JSONSchema

/// Reads one parameter: a JSON Schema property with annotations of ours.
struct ParameterReader: KeyedObject {
  private let member: JSONMember
  private(set) var parameter: Parameter
  /// The places that later checks point at.
  private(set) var position: JSONSpan?
  private(set) var short: JSONSpan?
  private(set) var defaultValue: JSONSpan?

  var name: JSONSpan { member.keySpan }

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("title", "Title", "What the parameter is called in forms and help.", .filledText()) {
      $0.parameter.title = $2.filledText($1)
    }
    row("description", "Description", "What it means, for the intent's --help.", .filledText()) {
      $0.parameter.description = $2.filledText($1)
    }
    row(
      "entity", "Entity", "The live list that the value is picked from.",
      .filledText(["pattern": .string(Names.identifierPattern)])
    ) { $0.parameter.entity = $2.identifier($1, of: "entity") }
    row(
      "choices", "Choices", "The values to pick from: a list, or a command that prints one as lines of JSON.",
      ChoicesReader.schema
    ) { $0.parameter.choices = ChoicesReader.read($1, &$2) }
    row(
      "file", "File", "The value names a file or a folder, seen from where the caller is.",
      FileRule.closedSchema
    ) { $0.parameter.file = FileRule().reading($1, &$2) }
    row(
      "prompt", "Prompt", "The question when it is missing at a terminal.",
      .filledText(["examples": ["Which folder?"]])
    ) { $0.parameter.prompt = $2.filledText($1) }
    row(
      "position", "Position", "Its place among the arguments without a name; they count from 1.",
      .count(minimum: 1)
    ) {
      $0.parameter.position = $2.count($1, minimum: 1)
      $0.position = $1.node.span
    }
    row(
      "short", "Short form", "One letter or digit for the option with a single dash.",
      .text(["pattern": "^[0-9A-Za-z]$"])
    ) {
      $0.parameter.short = short($1, &$2)
      $0.short = $1.node.span
    }
    row(
      "secret", "Secret", "Whether its value is kept out of the log and of what is shown.",
      .flag(default: false)
    ) { $0.parameter.isSecret = $2.flag($1) ?? false }
    row(
      "input", "Piped input", "Whether piped input fills it.",
      .choice(Parameter.InputRule.allCases, default: Parameter.InputRule.never) {
        switch $0 {
        case .never: "Never."
        case .auto: "With the value of the intent before, else with the text that is piped in."
        case .previous: "With the value of the intent before, and nothing else."
        }
      }
    ) { $0.parameter.input = $2.word($1) ?? .never }
  }

  /// The schemas of its keys: annotations, and the keywords of JSON Schema.
  static var parameterProperties: ValueObject {
    var properties = Self.properties
    for (key, value) in SchemaReader.properties.members where properties[key] == nil {
      properties[key] = value
    }
    let enumeration: ValueObject = ["type": "array", "minItems": 1]
    properties["enum"] = enumeration.annotated("Enumeration", "The only values that are allowed.")
    return properties
  }

  static func schema(properties: ValueObject) -> Value {
    let schema: ValueObject = .object(properties) + ["anyOf": .required(typeKeys)]
    return schema.annotated("Parameter", "A JSON Schema (2020-12) of the value, with annotations for people.")
  }

  /// Any of them says what the value is.
  private static let typeKeys = [
    "type", "enum", "const", "entity", "choices", "file", "allOf", "anyOf", "oneOf",
  ]

  init(_ member: JSONMember, _ log: inout ReadingLog) {
    self.member = member
    parameter = Parameter(name: member.key)
    checkName(&log)
    var keywords = SchemaReader()
    for key in log.members(member) where !reads(key, &log) {
      if key.key == "enum", case .array = key.node.kind, key.node.isEmpty {
        log.wrongType(key, expected: "a list of at least one value")
      } else if !keywords.reads(key, &log) {
        log.unknownKey(key, among: SchemaReader.keys + Self.keys, hint: SchemaReader.refusal(key.key))
      }
    }
    parameter.schema = keywords.schema
    parameter.examples = keywords.examples.map(\.node.value)
    parameter.defaultValue = keywords.defaultValue?.value
    defaultValue = keywords.defaultValue?.span
    completeType(&log)
    if let choices = member.node.member("choices") { check(choices, &log) }
    if let file = member.node.member("file"), !holdsText {
      log.wrongType(file, expected: "left out: the parameter is no text and no list of text")
    }
    if let defaultValue { checkDefault(at: defaultValue, &log) }
  }

  private func checkName(_ log: inout ReadingLog) {
    let name = member.key
    if !log.isName(member, of: "parameter", Names.isParameterName) { return }
    if Names.reservedOptions.contains(name) {
      log.reservedName(name, as: "--\(name)", at: member.keySpan)
    } else if Names.reservedPlaceholders.contains(name) {
      log.reservedName(name, as: "${\(name)}", at: member.keySpan)
    }
  }

  private static func short(_ member: JSONMember, _ log: inout ReadingLog) -> Character? {
    guard let text = log.text(member) else { return nil }
    if text.utf8.count == 1, let byte = text.utf8.first, byte.isLetterOrDigit {
      return Character(UnicodeScalar(byte))
    }
    log.error(
      .definitionShort, ["value": .text(text), "reason": "one letter or digit"], at: member.node.span)
    return nil
  }

  /// `type` may be left out where the allowed values or the entity say it.
  private mutating func completeType(_ log: inout ReadingLog) {
    guard case .object = member.node.kind, parameter.schema.types == nil else { return }
    var types: [ValueType] = []
    if parameter.entity != nil || parameter.file != nil {
      types = [.string]
    } else if case .command? = parameter.choices {
      types = [.string]
    } else if let values = parameter.staticChoices?.map(\.value) {
      for type in values.map(ValueType.init(of:)) where !types.contains(type) { types.append(type) }
    } else {
      if Self.typeKeys.contains(where: { member.node[$0] != nil }) { return }
      return log.error(
        .definitionMissingKey, ["key": "type", "within": .text(log.document.keyPath(at: member.keySpan))],
        at: member.keySpan, parameter: member.key)
    }
    parameter.schema.assertions.insert(.type(types), at: 0)
  }

  /// Whether a file could be named by the value, as far as its type says.
  private var holdsText: Bool {
    guard let types = parameter.schema.types, !types.contains(.string) else { return true }
    return types.contains(.array) && parameter.schema.itemSchema?.types?.contains(.string) ?? true
  }

  private func check(_ choices: JSONMember, _ log: inout ReadingLog) {
    if parameter.choices == nil, parameter.file == nil { return }
    if parameter.entity != nil {
      log.wrongType(choices, expected: "left out: the values come from \"entity\"")
    }
    let schema = parameter.isArray ? parameter.schema.itemSchema ?? .anything : parameter.schema
    for item in choices.items {
      guard let choice = Choice(json: item.node.value), !schema.accepts(choice.value) else { continue }
      log.wrongType(item, expected: "a value that the parameter takes")
    }
  }

  /// Says why a default does not fit: `cause` is the code of the value's own fault, whose facts follow.
  private func checkDefault(at span: JSONSpan, _ log: inout ReadingLog) {
    guard let value = parameter.defaultValue else { return }
    for fault in parameter.schema.faults(for: value, name: parameter.name) + faultsOfChoices(value) {
      let facts = [(name: "cause", value: FaultArgument.text(fault.code.id))] + fault.arguments
      log.error(.definitionDefault, facts: facts, at: span, parameter: parameter.name)
    }
  }

  /// What is wrong with a default that the list does not have.
  private func faultsOfChoices(_ value: Value) -> [Fault] {
    guard case .list(let list)? = parameter.choices else { return [] }
    let values = parameter.isArray ? value.arrayValue ?? [value] : [value]
    guard let odd = values.first(where: { value in !list.contains { $0.value == value } }) else { return [] }
    return [
      Fault(
        .valueEnum,
        [
          "name": .text(parameter.name), "value": .text(odd.plainText ?? odd.json()),
          "allowed": .list(list.map(\.word)),
        ])
    ]
  }
}
