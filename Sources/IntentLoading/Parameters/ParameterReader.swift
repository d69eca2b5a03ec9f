internal import IntentCore

/// Reads one parameter: a JSON Schema property with annotations of ours.
struct ParameterReader {
  /// A parameter with the places that later checks point at.
  struct Draft {
    var parameter: Parameter
    var name: JSONSpan
    var position: JSONSpan?
    var short: JSONSpan?
    var defaultNode: JSONSpan?
  }

  private static let annotations = ["entity", "prompt", "position", "short", "secret", "input"]

  /// Any of them says what the value is.
  private static let typeKeys = ["type", "enum", "const", "entity", "allOf", "anyOf", "oneOf"]

  static func read(_ member: JSONMember, _ log: inout ReadingLog) -> Draft {
    var draft = Draft(parameter: Parameter(name: member.key), name: member.keySpan)
    checkName(member, &log)
    var builder = SchemaBuilder()
    for key in log.members(member.key, member.node) {
      switch key.key {
      case "title": draft.parameter.title = log.filledText(key)
      case "description": draft.parameter.description = log.filledText(key)
      case "prompt": draft.parameter.prompt = log.filledText(key)
      case "entity": draft.parameter.entity = entity(key, &log)
      case "secret": draft.parameter.isSecret = log.flag(key) ?? false
      case "input":
        draft.parameter.input = log.word(key.key, key.node, Parameter.InputRule.self) ?? .never
      case "position":
        draft.parameter.position = log.count(key, minimum: 1)
        draft.position = key.node.span
      case "short":
        draft.parameter.short = short(key, &log)
        draft.short = key.node.span
      case "default":
        draft.parameter.defaultValue = key.node.value
        draft.defaultNode = key.node.span
      default:
        if case .array(let values) = key.node.kind, values.isEmpty, key.key == "enum" {
          log.wrongType(key.key, key.node, expected: "a list of at least one value")
        } else if !builder.take(key, &log) {
          log.unknownKey(
            key, among: SchemaBuilder.keywords + annotations, hint: SchemaBuilder.refusal(key.key))
        }
      }
    }
    draft.parameter.schema = builder.schema
    completeType(&draft, member, &log)
    checkDefault(draft, &log)
    return draft
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
  private static func completeType(_ draft: inout Draft, _ member: JSONMember, _ log: inout ReadingLog) {
    guard case .object = member.node.kind, draft.parameter.schema.types == nil else { return }
    if draft.parameter.entity != nil {
      draft.parameter.schema.assertions.insert(.type([.string]), at: 0)
    } else if let values = draft.parameter.schema.enumeratedValues {
      var types: [ValueType] = []
      for type in values.map(ValueType.init(of:)) where !types.contains(type) { types.append(type) }
      draft.parameter.schema.assertions.insert(.type(types), at: 0)
    } else if !typeKeys.contains(where: { member.node[$0] != nil }) {
      log.error(
        .definitionMissingKey, ["key": "type", "within": .text(log.document.keyPath(at: member.keySpan))],
        at: member.keySpan, parameter: member.key)
    }
  }

  private static func checkDefault(_ draft: Draft, _ log: inout ReadingLog) {
    guard let value = draft.parameter.defaultValue, let span = draft.defaultNode else { return }
    let name = draft.parameter.name
    for fault in draft.parameter.schema.faults(for: value, name: name) {
      log.invalidDefault(fault, name, at: span)
    }
  }
}

extension ReadingLog {
  /// Says why a default does not fit: `cause` is the code of the value's own fault, whose facts follow.
  fileprivate mutating func invalidDefault(_ cause: Fault, _ name: String, at span: JSONSpan) {
    error(.definitionDefault, ["cause": .text(cause.code.rawValue)], at: span, parameter: name)
    extendLast(cause.arguments)
  }
}
