internal import IntentCore

/// Schemas of what keys hold, each with the title and the description that editors show.
extension Value {
  static func annotated(
    _ title: String, _ description: String, _ schema: ValueObject = [:], _ more: ValueObject = [:]
  ) -> Value {
    .object(
      ValueObject(
        uniqueMembers: [("title", .string(title)), ("description", .string(description))]
          + schema.members + more.members))
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

  /// A whole number of at least `minimum`.
  static func count(
    _ title: String, _ description: String, minimum: Int = 0, _ more: ValueObject = [:]
  ) -> Value {
    annotated(title, description, ["type": "integer", "minimum": .integer(minimum)], more)
  }

  /// One of a closed list of words, each with what it means where editors show that.
  static func choice<Word: RawRepresentable<String>>(
    _ title: String, _ description: String, _ words: [Word], default word: Word? = nil,
    meaning: (Word) -> String
  ) -> Value {
    var object: ValueObject = [
      "enum": .array(words.map { .string($0.rawValue) }),
      "enumDescriptions": .array(words.map { .string(meaning($0)) }),
    ]
    if let word { object["default"] = .string(word.rawValue) }
    return annotated(title, description, object)
  }

  /// One of the schemas in `$defs`.
  static func reference(_ name: String) -> Value { .object(["$ref": .string("#/$defs/\(name)")]) }

  static func reference(
    _ name: String, _ title: String, _ description: String, _ more: ValueObject = [:]
  ) -> Value {
    annotated(title, description, more, ["$ref": .string("#/$defs/\(name)")])
  }

  /// The place of a file's schema, which editors follow.
  static func schemaPlace(_ example: String) -> Value {
    text(
      "Schema", "Where the JSON Schema of this file is, so that editors complete and check it.",
      ["examples": [.string(example)]])
  }

  /// The keys of which an object must have one.
  static func required(_ keys: [String]) -> Value {
    .array(keys.map { .object(["required": [.string($0)]]) })
  }
}
