internal import IntentCore
internal import JSON

/// What stands in many places of a definition.
extension DefinitionSchema {
  private static let amount = "[0-9]+(?:[.,][0-9]+)?"

  /// ISO 8601 without months and years, or the short form; longer than nothing, in falling units.
  static var durationPattern: String {
    let time = ["H", "M", "S"].map { "(?:\(amount)\($0))?" }.joined()
    let days = ["W", "D"].map { "(?:\(amount)\($0))?" }.joined()
    let short = ["w", "d", "h", "(?:min|m)", "s", "ms"].map { "(?:\(amount)\($0))?" }.joined()
    return "^(?=.*[1-9])(?:P(?=.)\(days)(?:T(?=.)\(time))?|\(short))$"
  }

  static var duration: Value {
    annotated(
      "Duration", "ISO 8601, such as PT30S, or the short form, such as 30s.",
      ["type": "string", "pattern": .string(durationPattern)], ["examples": ["PT30S", "5m", "1h30m"]])
  }

  /// A text that is exactly one placeholder; what it stands for keeps its type.
  static var placeholder: Value {
    annotated(
      "Placeholder", "One ${name}, for a value that is known only at a run.",
      ["type": "string", "pattern": #"^\$\{[A-Za-z0-9_.-]+\}$"#])
  }

  /// A text with a placeholder somewhere in it.
  static var filled: Value {
    annotated(
      "Text with a placeholder", "The text is checked when its values are known.",
      ["type": "string", "pattern": #"\$\{"#])
  }

  /// What goes with a handler: its fields in `with`, and `parse` only where it starts a program.
  func condition(_ handler: HandlerDescriptor) -> Value {
    var then: ValueObject = [
      "properties": .object(["with": Self.reference("with \(handler.name)")])
    ]
    if !handler.hasOutput {
      then["properties"] = .object([
        "with": Self.reference("with \(handler.name)"),
        "result": .object(["properties": .object(["parse": false])]),
      ])
    }
    if handler.fields.contains(where: \.isRequired) { then["required"] = ["with"] }
    return .object([
      "if": .object([
        "properties": .object(["handler": .object(["const": .string(handler.name)])]),
        "required": ["handler"],
      ]),
      "then": .object(then),
    ])
  }

  func with(_ handler: HandlerDescriptor) -> Value {
    let required = handler.fields.filter(\.isRequired).map { Value.string($0.name) }
    var object: ValueObject = [
      "title": .string("With \(handler.name)"), "description": .string(handler.summary), "type": "object",
      "properties": .object(
        ValueObject(uniqueMembers: handler.fields.map { ($0.name, Self.field($0)) })),
    ]
    if !required.isEmpty { object["required"] = .array(required) }
    object["additionalProperties"] = false
    return .object(object)
  }

  private static func field(_ field: HandlerDescriptor.Field) -> Value {
    var object: ValueObject = ["description": .string(field.help)]
    switch field.kind {
    case .any: break
    case .steps: object = reference("steps", object).objectValue ?? object
    case .string: object["type"] = "string"
    case .boolean: object["anyOf"] = [.object(["type": "boolean"]), reference("placeholder")]
    case .integer: object["anyOf"] = [.object(["type": "integer"]), reference("placeholder")]
    case .number: object["anyOf"] = [.object(["type": "number"]), reference("placeholder")]
    case .duration: object["anyOf"] = [reference("duration"), reference("filled")]
    case .choice(let words):
      object["anyOf"] = [.object(["enum": .array(words.map { .string($0) })]), reference("filled")]
    case .pointer:
      object["anyOf"] = [
        .object(["type": "string", "pattern": #"^(?:/(?:[^/~]|~[01])*)*$"#]), reference("filled"),
      ]
    case .statuses:
      let status: Value = .object(["type": "integer", "minimum": 100, "maximum": 599])
      object["anyOf"] = [
        status, .object(["type": "array", "minItems": 1, "items": status]), reference("placeholder"),
      ]
    case .strings:
      object["anyOf"] = [
        .object(["type": "array", "items": .object(["type": "string"])]), reference("placeholder"),
      ]
    case .table:
      object["anyOf"] = [
        .object(["type": "object", "additionalProperties": .object(["type": "string"])]),
        reference("placeholder"),
      ]
    }
    return .object(object)
  }
}
