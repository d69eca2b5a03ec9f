package import IntentCore

/// The JSON Schema (draft 2020-12) of definitions, as the reader takes them and these handlers want them.
///
/// It says what can be said without looking at two places at once: keys, types, closed lists and the grammar
/// of names and durations. What refers to something else, such as a placeholder, is checked by the reader alone.
package struct DefinitionSchema: Sendable {
  private let handlers: [HandlerDescriptor]
  private let entities: [String]
  private let icons: [String]

  /// - Parameters:
  ///   - entities: The kinds of live lists, which editors then offer.
  ///   - icons: Names of symbols that editors offer; any other is fine too.
  package init(handlers: [HandlerDescriptor], entities: [String], icons: [String]) {
    (self.handlers, self.entities, self.icons) = (handlers, entities, icons)
  }

  /// The file that a definition's `$schema` names, seen from the folder of definitions.
  package static let fileName = "schema/intent.schema.json"

  /// The schema as the text of its file.
  package var text: String { value.laidOut() + "\n" }

  package var value: Value {
    var properties = DefinitionDraft.properties
    properties.extend("icon", ["examples": .strings(icons)])
    properties.extend(
      "handler",
      ["enum": .strings(handlers.map(\.name)), "enumDescriptions": .strings(handlers.map(\.summary))])
    let file = ValueObject.file(
      "intent", "An intent of runintent",
      "One action: what it is called, which parameters it takes, and which handler performs it. The file's name without .json is the intent's id."
    )
    return .object(
      file + [
        "required": .strings(DefinitionDraft.required), "properties": .object(properties),
        "additionalProperties": false, "allOf": .array(handlers.map(condition)),
        "$defs": .object(definitions),
      ])
  }

  private var definitions: ValueObject {
    var parameter = ParameterReader.parameterProperties
    parameter.extend("entity", ["examples": .strings(entities)])
    var members: [(key: String, value: Value)] = [
      ("parameter", ParameterReader.schema(properties: parameter)), ("schema", SchemaReader.schemaOfSchemas),
      ("duration", Self.duration), ("placeholder", Self.placeholder), ("filled", Self.filled),
      ("condition", ConditionReader.schema), ("step", WorkflowReader.stepSchema),
      ("steps", WorkflowReader.stepsSchema),
    ]
    for handler in handlers { members.append(("with \(handler.name)", with(handler))) }
    return ValueObject(uniqueMembers: members)
  }

  /// What goes with a handler: its fields in `with`, and `parse` only where it starts a program.
  private func condition(_ handler: HandlerDescriptor) -> Value {
    var properties: ValueObject = ["with": .reference("with \(handler.name)")]
    if !handler.hasOutput { properties["result"] = .object(["properties": .object(["parse": false])]) }
    var then: ValueObject = ["properties": .object(properties)]
    if handler.fields.contains(where: \.isRequired) { then["required"] = ["with"] }
    return .object([
      "if": .object([
        "properties": .object(["handler": .object(["const": .string(handler.name)])]),
        "required": ["handler"],
      ]), "then": .object(then),
    ])
  }

  private func with(_ handler: HandlerDescriptor) -> Value {
    let required = handler.fields.filter(\.isRequired).map(\.name)
    let fields = handler.fields.map { field in
      (key: field.name, value: Value.object(["description": .string(field.help)] + field.kind.literal.schema))
    }
    let needed: ValueObject = required.isEmpty ? [:] : ["required": .strings(required)]
    let schema: ValueObject = ["type": "object", "properties": .object(ValueObject(uniqueMembers: fields))]
    return (schema + needed + ["additionalProperties": false]).annotated(
      "With \(handler.name)", handler.summary)
  }

  private static let amount = "[0-9]+(?:[.,][0-9]+)?"

  /// ISO 8601 without months and years, or the short form; longer than nothing, in falling units.
  static var durationPattern: String {
    let amounts = { (units: [String]) in units.map { "(?:\(amount)\($0))?" }.joined() }
    let short = amounts(["w", "d", "h", "(?:min|m)", "s", "ms"])
    return "^(?=.*[1-9])(?:P(?=.)\(amounts(["W", "D"]))(?:T(?=.)\(amounts(["H", "M", "S"])))?|\(short))$"
  }

  static var duration: Value {
    ValueObject.text(["pattern": .string(durationPattern), "examples": ["PT30S", "5m", "1h30m"]]).annotated(
      "Duration", "ISO 8601, such as PT30S, or the short form, such as 30s.")
  }

  /// A text that is exactly one placeholder; what it stands for keeps its type.
  private static var placeholder: Value {
    ValueObject.text(["pattern": #"^\$\{[A-Za-z0-9_.-]+\}$"#]).annotated(
      "Placeholder", "One ${name}, for a value that is known only at a run.")
  }

  /// A text with a placeholder somewhere in it.
  private static var filled: Value {
    ValueObject.text(["pattern": #"\$\{"#]).annotated(
      "Text with a placeholder", "The text is checked when its values are known.")
  }
}
