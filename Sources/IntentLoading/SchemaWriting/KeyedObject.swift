internal import IntentCore

/// A kind of JSON object that files hold: a row for each of its keys, from which reading, the suggestions for a
/// wrong key and the printed schema follow.
protocol KeyedObject {
  /// Calls `row` with each key, in the order of the schema.
  ///
  /// Every conformance is `@inline(__always)`: finding a key then costs what a `switch` does, and a run makes no schema.
  static func rows(_ row: KeyRow<Self>)
}

/// Takes a key, the title and the description that editors show (empty for what needs none), the schema of what
/// the key holds, and what reads it: `$0` is the object, `$1` the member, `$2` the log.
typealias KeyRow<Object> = (
  _ key: String, _ title: String, _ description: String, _ schema: @autoclosure () -> ValueObject,
  _ read: (_ object: inout Object, _ member: JSONMember, _ log: inout ReadingLog) -> Void
) -> Void

extension KeyedObject {
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

  /// The schema of the object, which takes no other keys and needs some.
  static func closedSchema(required: [String] = []) -> ValueObject {
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
  mutating func read(_ document: JSONDocument, _ log: inout ReadingLog) {
    guard case .object(let members) = document.root.kind else {
      return log.wrongType("", document.root, expected: "an object")
    }
    read(members, &log)
  }

  /// Reads the members of the object that a key holds.
  mutating func read(_ member: JSONMember, _ log: inout ReadingLog) {
    read(log.members(member.key, member.node), &log)
  }

  /// The same with what the object that a key holds says.
  func reading(_ member: JSONMember, _ log: inout ReadingLog) -> Self {
    var object = self
    object.read(member, &log)
    return object
  }
}
