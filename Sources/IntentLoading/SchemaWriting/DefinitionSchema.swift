package import IntentCore
package import JSON

/// The JSON Schema (draft 2020-12) of definitions, as the reader takes them and these handlers want them.
///
/// It says what can be said without looking at two places at once: keys, types, closed lists and the grammar
/// of names and durations. What refers to something else, such as a placeholder, is checked by the reader alone.
package struct DefinitionSchema: Sendable {
  let handlers: [HandlerDescriptor]
  let entities: [String]
  let icons: [String]

  /// - Parameters:
  ///   - entities: The kinds of live lists, which editors then offer.
  ///   - icons: Names of symbols that editors offer; any other is fine too.
  package init(handlers: [HandlerDescriptor], entities: [String], icons: [String]) {
    self.handlers = handlers
    self.entities = entities
    self.icons = icons
  }

  /// The file that a definition's `$schema` names, seen from the folder of definitions.
  package static let fileName = "schema/intent.schema.json"

  /// The schema as the text of its file.
  package var text: String { value.laidOut() + "\n" }

  package var value: Value {
    .object([
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "urn:runintent:schema:intent",
      "title": "An intent of runintent",
      "description":
        "One action: what it is called, which parameters it takes, and which handler performs it. The file's name without .json is the intent's id.",
      "type": "object",
      "required": ["title", "handler"],
      "properties": .object(ValueObject(uniqueMembers: DefinitionReader.keys.map { ($0, key($0)) })),
      "additionalProperties": false,
      "allOf": .array(handlers.map(condition)),
      "$defs": .object(definitions),
    ])
  }

  private var definitions: ValueObject {
    var members: [(key: String, value: Value)] = [
      ("parameter", parameter), ("schema", Self.schema), ("duration", Self.duration),
      ("placeholder", Self.placeholder), ("filled", Self.filled), ("condition", Self.condition),
      ("step", Self.step), ("steps", Self.steps),
    ]
    for handler in handlers { members.append(("with \(handler.name)", with(handler))) }
    return ValueObject(uniqueMembers: members)
  }
}

extension DefinitionSchema {
  /// A schema that refers to one of `$defs`, with a hover of its own.
  static func reference(_ name: String, _ hover: ValueObject = [:]) -> Value {
    var object = hover
    object["$ref"] = .string("#/$defs/\(name)")
    return .object(object)
  }

  static func text(_ title: String, _ description: String, _ more: ValueObject = [:]) -> Value {
    annotated(title, description, ["type": "string"], more)
  }

  /// Text that is not empty.
  static func filledText(_ title: String, _ description: String, _ more: ValueObject = [:]) -> Value {
    annotated(title, description, ["type": "string", "minLength": 1], more)
  }

  static func texts(_ title: String, _ description: String, _ more: ValueObject = [:]) -> Value {
    annotated(title, description, ["type": "array", "items": .object(["type": "string"])], more)
  }

  static func flag(_ title: String, _ description: String, default value: Bool) -> Value {
    annotated(title, description, ["type": "boolean", "default": .boolean(value)])
  }

  /// One of a closed list, each with what it means where editors show that.
  static func choice(
    _ title: String, _ description: String, _ words: [(word: String, meaning: String)],
    default word: String? = nil
  ) -> Value {
    var object: ValueObject = [
      "enum": .array(words.map { .string($0.word) }),
      "enumDescriptions": .array(words.map { .string($0.meaning) }),
    ]
    if let word { object["default"] = .string(word) }
    return annotated(title, description, object)
  }

  static func annotated(
    _ title: String, _ description: String, _ schema: ValueObject, _ more: ValueObject = [:]
  ) -> Value {
    .object(
      ValueObject(
        uniqueMembers: [("title", .string(title)), ("description", .string(description))]
          + schema.members + more.members))
  }
}
