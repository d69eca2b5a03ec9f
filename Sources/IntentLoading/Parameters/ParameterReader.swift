internal import IntentCore
internal import JSON
internal import JSONSchema

/// Reads one parameter: a JSON Schema property with annotations of ours.
struct ParameterReader {
  /// The places of a parameter that later checks point at.
  struct Places {
    var name: JSONSpan
    var position: JSONSpan?
    var short: JSONSpan?
    var defaultValue: JSONSpan?
  }

  static let annotations = [
    "title", "description", "entity", "choices", "file", "prompt", "position", "short", "secret", "input",
  ]

  /// Any of them says what the value is.
  static let typeKeys = [
    "type", "enum", "const", "entity", "choices", "file", "allOf", "anyOf", "oneOf",
  ]

  static func read(_ member: JSONMember, _ log: inout ReadingLog) -> (Parameter, Places) {
    var parameter = Parameter(name: member.key)
    var places = Places(name: member.keySpan)
    checkName(member, &log)
    var builder = SchemaBuilder()
    for key in log.members(member.key, member.node) {
      switch key.key {
      case "title": parameter.title = log.filledText(key)
      case "description": parameter.description = log.filledText(key)
      case "prompt": parameter.prompt = log.filledText(key)
      case "entity": parameter.entity = entity(key, &log)
      case "choices": parameter.choices = ChoicesReader.read(key, &log)
      case "file": parameter.file = FileRuleReader.read(key, &log)
      case "secret": parameter.isSecret = log.flag(key) ?? false
      case "input":
        parameter.input = log.word(key.key, key.node, Parameter.InputRule.self) ?? .never
      case "position":
        parameter.position = log.count(key, minimum: 1)
        places.position = key.node.span
      case "short":
        parameter.short = short(key, &log)
        places.short = key.node.span
      case "examples": parameter.examples = log.items(key, of: "a list").map(\.value)
      case "default":
        parameter.defaultValue = key.node.value
        places.defaultValue = key.node.span
      default:
        if case .array(let values) = key.node.kind, values.isEmpty, key.key == "enum" {
          log.wrongType(key.key, key.node, expected: "a list of at least one value")
        } else if !builder.take(key, &log) {
          log.unknownKey(
            key, among: SchemaBuilder.keywords + annotations, hint: SchemaBuilder.refusal(key.key))
        }
      }
    }
    parameter.schema = builder.schema
    completeType(&parameter, member, &log)
    if parameter.choices != nil || parameter.file != nil {
      AnnotationCheck(parameter: parameter, node: member.node).run(&log)
    }
    if let span = places.defaultValue { checkDefault(parameter, span, &log) }
    return (parameter, places)
  }

  private static func checkName(_ member: JSONMember, _ log: inout ReadingLog) {
    let name = member.key
    if !Names.isParameterName(name) {
      log.error(
        .definitionName, ["name": .text(name), "kind": "parameter", "limit": .integer(Names.limit)],
        at: member.keySpan)
    } else if Names.reservedOptions.contains(name) {
      log.error(
        .definitionReservedName, ["name": .text(name), "option": .text("--\(name)")], at: member.keySpan,
        parameter: name)
    } else if Names.reservedPlaceholders.contains(name) {
      log.error(
        .definitionReservedName, ["name": .text(name), "option": .text("${\(name)}")], at: member.keySpan,
        parameter: name)
    }
  }

  private static func entity(_ member: JSONMember, _ log: inout ReadingLog) -> String? {
    guard let text = log.filledText(member) else { return nil }
    if Names.isIdentifier(text) { return text }
    log.error(
      .definitionName, ["name": .text(text), "kind": "entity", "limit": .integer(Names.limit)],
      at: member.node.span)
    return nil
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
