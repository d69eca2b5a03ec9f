internal import IntentCore
internal import JSONSchema

/// Reads one parameter: a JSON Schema property with annotations of ours.
struct ParameterReader: KeyedObject {
  /// The places of a parameter that later checks point at.
  struct Places {
    var name: JSONSpan
    var position: JSONSpan?
    var short: JSONSpan?
    var defaultValue: JSONSpan?
  }

  private var parameter: Parameter
  private var places: Places

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
      FileRule.closedSchema()
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
      $0.places.position = $1.node.span
    }
    row(
      "short", "Short form", "One letter or digit for the option with a single dash.",
      .text(["pattern": "^[0-9A-Za-z]$"])
    ) {
      $0.parameter.short = short($1, &$2)
      $0.places.short = $1.node.span
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
    let schema: ValueObject = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
      "anyOf": .required(typeKeys),
    ]
    return schema.annotated("Parameter", "A JSON Schema (2020-12) of the value, with annotations for people.")
  }

  /// Any of them says what the value is.
  private static let typeKeys = [
    "type", "enum", "const", "entity", "choices", "file", "allOf", "anyOf", "oneOf",
  ]

  static func read(_ member: JSONMember, _ log: inout ReadingLog) -> (Parameter, Places) {
    var reader = ParameterReader(parameter: Parameter(name: member.key), places: Places(name: member.keySpan))
    checkName(member, &log)
    var keywords = SchemaReader()
    for key in log.members(member.key, member.node) where !reader.reads(key, &log) {
      if case .array(let values) = key.node.kind, values.isEmpty, key.key == "enum" {
        log.wrongType(key.key, key.node, expected: "a list of at least one value")
      } else if !keywords.reads(key, &log) {
        log.unknownKey(key, among: SchemaReader.keys + Self.keys, hint: SchemaReader.refusal(key.key))
      }
    }
    var parameter = reader.parameter
    parameter.schema = keywords.schema
    parameter.examples = keywords.examples.map(\.value)
    parameter.defaultValue = keywords.defaultValue?.value
    reader.places.defaultValue = keywords.defaultValue?.span
    completeType(&parameter, member, &log)
    if parameter.choices != nil || parameter.file != nil {
      AnnotationCheck(parameter: parameter, node: member.node).run(&log)
    }
    if let span = reader.places.defaultValue { checkDefault(parameter, span, &log) }
    return (parameter, reader.places)
  }

  private static func checkName(_ member: JSONMember, _ log: inout ReadingLog) {
    let name = member.key
    if !Names.isParameterName(name) {
      log.badName(name, of: "parameter", at: member.keySpan)
    } else if Names.reservedOptions.contains(name) {
      log.reservedName(name, as: "--\(name)", at: member.keySpan)
    } else if Names.reservedPlaceholders.contains(name) {
      log.reservedName(name, as: "${\(name)}", at: member.keySpan)
    }
  }

  private static func short(_ member: JSONMember, _ log: inout ReadingLog) -> Character? {
    guard let text = log.text(member) else { return nil }
    let bytes = Array(text.utf8)
    if bytes.count == 1 {
      switch bytes[0] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: return Character(UnicodeScalar(bytes[0]))
      default: break
      }
    }
    log.error(
      .definitionShort, ["value": .text(text), "reason": "one letter or digit"], at: member.node.span)
    return nil
  }

  /// `type` may be left out where the allowed values or the entity say it.
  private static func completeType(
    _ parameter: inout Parameter, _ member: JSONMember, _ log: inout ReadingLog
  ) {
    guard case .object = member.node.kind, parameter.schema.types == nil else { return }
    if parameter.entity != nil || parameter.file != nil {
      parameter.schema.assertions.insert(.type([.string]), at: 0)
    } else if case .command? = parameter.choices {
      parameter.schema.assertions.insert(.type([.string]), at: 0)
    } else if let values = parameter.staticChoices?.map(\.value) {
      var types: [ValueType] = []
      for type in values.map(ValueType.init(of:)) where !types.contains(type) { types.append(type) }
      parameter.schema.assertions.insert(.type(types), at: 0)
    } else if !typeKeys.contains(where: { member.node[$0] != nil }) {
      log.error(
        .definitionMissingKey, ["key": "type", "within": .text(log.document.keyPath(at: member.keySpan))],
        at: member.keySpan, parameter: member.key)
    }
  }

  private static func checkDefault(_ parameter: Parameter, _ span: JSONSpan, _ log: inout ReadingLog) {
    guard let value = parameter.defaultValue else { return }
    for fault in parameter.schema.faults(for: value, name: parameter.name) {
      log.invalidDefault(fault, parameter.name, at: span)
    }
    if let fault = AnnotationCheck.faultOfDefault(parameter) {
      log.invalidDefault(fault, parameter.name, at: span)
    }
  }
}

extension ReadingLog {
  /// Says why a default does not fit: `cause` is the code of the value's own fault, whose facts follow.
  fileprivate mutating func invalidDefault(_ cause: Fault, _ name: String, at span: JSONSpan) {
    error(.definitionDefault, ["cause": .text(cause.code.id)], at: span, parameter: name)
    extendLast(cause.arguments)
  }
}
