internal import IntentCore

/// A kind of JSON object that files hold: a row for each of its keys, from which reading, the suggestions for a
/// wrong key and the printed schema follow.
protocol KeyedObject {
  /// Calls `row` with each key, in the order of the schema.
  ///
  /// Every conformance is `@inline(__always)`: finding a key then costs what a `switch` does, and a run makes no schema.
  static func rows(_ row: KeyRow<Self>)

  /// The keys that the object needs.
  static var required: [String] { get }
}

/// Takes a key, the title and the description that editors show (empty for what needs none), the schema of what
/// the key holds, and what reads it: `$0` is the object, `$1` the member, `$2` the log.
typealias KeyRow<Object> = (
  _ key: String, _ title: String, _ description: String, _ schema: @autoclosure () -> ValueObject,
  _ read: (_ object: inout Object, _ member: JSONMember, _ log: inout ReadingLog) -> Void
) -> Void

extension KeyedObject {
  static var required: [String] { [] }

  static var keys: [String] {
    var keys: [String] = []
    rows { key, _, _, _, _ in keys.append(key) }
    return keys
  }

  /// The schemas of all keys, as the `properties` of a schema.
  static var properties: ValueObject {
    var members: [(key: String, value: Value)] = []
    rows { key, title, description, schema, _ in members.append((key, schema().annotated(title, description)))
    }
    return ValueObject(uniqueMembers: members)
  }

  /// The schema of the object, which takes no other keys.
  static var closedSchema: ValueObject {
    let needed: ValueObject = required.isEmpty ? [:] : ["required": .strings(required)]
    return ["type": "object"] + needed + ["additionalProperties": false, "properties": .object(properties)]
  }

  /// Reads a member; `false` when no row has its key.
  mutating func reads(_ member: JSONMember, _ log: inout ReadingLog) -> Bool {
    var isKnown = false
    Self.rows { key, _, _, _, read in
      if !isKnown, key == member.key {
        isKnown = true
        read(&self, member, &log)
      }
    }
    return isKnown
  }

  /// Reads members of which each must have a key of the rows.
  mutating func read(_ members: [JSONMember], _ log: inout ReadingLog) {
    for member in members where !reads(member, &log) { log.unknownKey(member, among: Self.keys) }
  }

  /// Reads the members of a whole document.
  mutating func readDocument(_ log: inout ReadingLog) {
    read(JSONMember(key: "", keySpan: log.document.root.span, node: log.document.root), &log)
  }

  /// Reads the members of the object that a key holds.
  mutating func read(_ member: JSONMember, _ log: inout ReadingLog) { read(log.members(member), &log) }

  /// The same with what the object that a key holds says.
  func reading(_ member: JSONMember, _ log: inout ReadingLog) -> Self {
    var object = self
    object.read(member, &log)
    return object
  }
}

/// Schemas of what keys hold, without the titles and the descriptions that editors show.
extension ValueObject {
  static func + (left: ValueObject, right: ValueObject) -> ValueObject {
    ValueObject(uniqueMembers: left.members + right.members)
  }

  static func text(_ more: ValueObject = [:]) -> ValueObject { ["type": "string"] + more }

  /// Text that is not empty.
  static func filledText(_ more: ValueObject = [:]) -> ValueObject {
    ["type": "string", "minLength": 1] + more
  }

  static func texts(_ more: ValueObject = [:]) -> ValueObject { list(of: text()) + more }
  static func list(of item: ValueObject) -> ValueObject { ["type": "array", "items": .object(item)] }

  /// A list that says something.
  static func filledList(of item: ValueObject) -> ValueObject {
    ["type": "array", "minItems": 1, "items": .object(item)]
  }

  static func flag(default value: Bool) -> ValueObject { ["type": "boolean", "default": .boolean(value)] }

  static func count(minimum: Int = 0, _ more: ValueObject = [:]) -> ValueObject {
    ["type": "integer", "minimum": .integer(minimum)] + more
  }

  /// An object with these members and no others.
  static func object(_ properties: ValueObject) -> ValueObject {
    ["type": "object", "properties": .object(properties), "additionalProperties": false]
  }

  /// An object that needs some of its members and has no others.
  static func object(requiring keys: [String], _ properties: ValueObject) -> ValueObject {
    [
      "type": "object", "additionalProperties": false, "required": .strings(keys),
      "properties": .object(properties),
    ]
  }

  /// An object whose keys are names, as a pattern has them.
  static func table(_ names: String, of value: ValueObject) -> ValueObject {
    [
      "type": "object", "propertyNames": .object(["pattern": .string(names)]),
      "additionalProperties": .object(value),
    ]
  }

  /// One of a closed list of words, each with what it means where editors show that.
  static func choice<Word: RawRepresentable<String>>(
    _ words: [Word], default word: Word? = nil, meaning: (Word) -> String
  ) -> ValueObject {
    let schema: ValueObject = [
      "enum": .strings(words.map(\.rawValue)), "enumDescriptions": .strings(words.map(meaning)),
    ]
    return word.map { schema + ["default": .string($0.rawValue)] } ?? schema
  }

  /// One of the schemas in `$defs`.
  static func reference(_ name: String, _ more: ValueObject = [:]) -> ValueObject {
    more + ["$ref": .string("#/$defs/\(name)")]
  }

  /// How the schema of a kind of file begins.
  static func file(_ name: String, _ title: String, _ description: String) -> ValueObject {
    [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": .string("urn:runintent:schema:\(name)"), "title": .string(title),
      "description": .string(description), "type": "object",
    ]
  }

  /// The place of a file's own schema, seen from it.
  static func schemaPlace(_ path: String) -> ValueObject {
    [
      "title": "Schema",
      "description": "Where the JSON Schema of this file is, so that editors complete and check it.",
      "type": "string", "examples": [.string(path)],
    ]
  }

  /// Sets members of the object that a key holds.
  mutating func extend(_ key: String, _ more: ValueObject) {
    guard case .object(var object)? = self[key] else { return }
    for (name, value) in more.members { object[name] = value }
    self[key] = .object(object)
  }

  /// The schema with what editors show of it; no title for what needs none.
  func annotated(_ title: String, _ description: String) -> Value {
    let words: ValueObject = ["title": .string(title), "description": .string(description)]
    return .object(title.utf8.isEmpty ? self : words + self)
  }
}

extension Value {
  static func reference(_ name: String) -> Value { .object(.reference(name)) }
  static func strings(_ texts: [String]) -> Value { .array(texts.map { .string($0) }) }

  /// The keys of which an object must have one.
  static func required(_ keys: [String]) -> Value {
    .array(keys.map { .object(["required": [.string($0)]]) })
  }
}
