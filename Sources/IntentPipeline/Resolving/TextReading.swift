package import IntentCore
package import JSONSchema

/// Reads the words of a command line by the type that a parameter wants.
struct TextReading {
  let parameter: Parameter
  let clock: World.Clock

  /// The value that `texts` (one for each time something was given) stand for.
  func value(of texts: [String], _ schema: Schema, name: String) throws(Failure) -> Value {
    if schema.types == [.array] {
      if let json = try Self.list(texts, name: name) { return json }
      let items = schema.itemSchema ?? .anything
      var values: [Value] = []
      for text in texts { values.append(try value(of: text, items, name: name)) }
      return .array(values)
    }
    guard texts.count == 1 else {
      throw Failure(.parameterRepeated, ["name": .text(name)], parameter: parameter.name)
    }
    return try value(of: texts[0], schema, name: name)
  }

  /// What a value from JSON stands for, by the rules of the command line: a text is read by the type that is wanted.
  func value(of typed: Value, _ schema: Schema, name: String) throws(Failure) -> Value {
    switch typed {
    case .string(let text):
      // An array is not begun by one of its items, and JSON within JSON is a text.
      guard schema.types != [.array], schema.types != [.object] else { return typed }
      return try value(of: text, schema, name: name)
    case .array(let items):
      let schema = schema.itemSchema ?? .anything
      var values: [Value] = []
      for item in items { values.append(try value(of: item, schema, name: name)) }
      return .array(values)
    case .object(let object):
      var read = ValueObject()
      for (key, member) in object.members {
        read[key] = try value(of: member, schema.memberSchema(key), name: "\(name).\(key)")
      }
      return .object(read)
    default: return typed
    }
  }

  /// A whole list in JSON, given once.
  static func list(_ texts: [String], name: String) throws(Failure) -> Value? {
    guard texts.count == 1, texts[0].utf8.first == UInt8(ascii: "[") else { return nil }
    return try json(texts[0], name: name)
  }

  private func value(of text: String, _ schema: Schema, name: String) throws(Failure) -> Value {
    if let value = enumerated(text, schema) { return value }
    guard let types = schema.types else { return try open(text, schema, name: name) }
    var refusal: String?
    for type in types {
      switch type {
      case .string: return .string(standard(text, schema))
      case .boolean: if let flag = Self.boolean(text) { return .boolean(flag) }
      case .integer, .number:
        switch JSONNumber.read(Array(text.utf8)[...]) {
        case .integer(let number): return .integer(number)
        case .number(let number): return .number(number)
        case .fault(let reason): refusal = reason
        }
      case .null: if text == "null" { return .null }
      case .array, .object: if Self.isJSON(text) { return try Self.json(text, name: name) }
      }
    }
    if let refusal { throw notANumber(text, types, refusal, name: name) }
    if types == [.boolean] {
      throw Failure(
        .valueType,
        [
          "name": .text(name), "expected": "yes or no (on, off, true, false)", "value": .text(text),
          "suggestion": .text(
            Suggestion.nearest(to: text, among: ["yes", "no", "on", "off", "true", "false"]) ?? ""),
        ])
    }
    // The schema says what is wrong with a text where there should be none.
    return .string(text)
  }

  /// One of a fixed list, by its value, its title, or either without regard to case.
  private func enumerated(_ text: String, _ schema: Schema) -> Value? {
    guard let allowed = schema.enumeratedValues else { return nil }
    if let match = allowed.first(where: { $0.plainText.map { $0.utf8.elementsEqual(text.utf8) } ?? false }) {
      return match
    }
    // However its accents are written (canonical equivalence, Unicode Standard Annex #15).
    if let match = allowed.first(where: { $0.plainText == text }) { return match }
    let choices = allowed.map { Choice(value: $0, names: parameter.titles(of: $0)) }
    if case .one(let choice) = Pick.find(text, among: choices) { return choice.value }
    return nil
  }

  /// Without a stated type a text is a text, unless only another reading fits the rest of the schema.
  private func open(_ text: String, _ schema: Schema, name: String) throws(Failure) -> Value {
    let plain = Value.string(standard(text, schema))
    if schema.accepts(plain) { return plain }
    switch JSONNumber.read(Array(text.utf8)[...]) {
    case .integer(let number): if schema.accepts(.integer(number)) { return .integer(number) }
    case .number(let number): if schema.accepts(.number(number)) { return .number(number) }
    case .fault: break
    }
    if let flag = Self.boolean(text), schema.accepts(.boolean(flag)) { return .boolean(flag) }
    if text == "null", schema.accepts(.null) { return .null }
    return Self.isJSON(text) ? try Self.json(text, name: name) : plain
  }

  /// A text in the form of its format; one that cannot be read so stays, for the schema to refuse.
  private func standard(_ text: String, _ schema: Schema) -> String {
    schema.format?.standardText(text, clock) ?? text
  }

  fileprivate static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  private func notANumber(_ text: String, _ types: [ValueType], _ reason: String, name: String) -> Failure {
    Failure(
      .valueNotANumber,
      [
        "name": .text(name), "value": .text(text),
        "expected": .text(types.contains(.number) ? "a number" : "a whole number"), "hint": .text(reason),
      ])
  }

  private static func isJSON(_ text: String) -> Bool {
    text.utf8.first == UInt8(ascii: "[") || text.utf8.first == UInt8(ascii: "{")
  }

  static func json(_ text: String, name: String) throws(Failure) -> Value {
    do throws(Failure) {
      return try Value(json: Array(text.utf8), file: name)
    } catch {
      throw error.asBadValue(name: name)
    }
  }
}

/// Puts an object together from members that were given one by one.
struct MemberReading {
  /// A member as the caller gave it.
  typealias Member = (path: ArraySlice<String>, text: String)

  let texts: TextReading
  let name: String

  /// The members set in `base`; a member given more than once is a list.
  func value(_ members: [Member], in base: Value?) throws(Failure) -> Value {
    guard let base = (base ?? .object(ValueObject())).objectValue else {
      throw Failure(.parameterRepeated, ["name": .text(name)], parameter: texts.parameter.name)
    }
    return .object(try object(members, base, texts.parameter.schema, name))
  }

  private func object(
    _ members: [Member], _ base: ValueObject, _ schema: Schema, _ name: String
  ) throws(Failure) -> ValueObject {
    var object = base
    var faults: [Fault] = []
    var keys: [String] = []
    for (path, _) in members {
      if let key = path.first, !keys.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { keys.append(key) }
    }
    for key in keys {
      let own = members.filter { $0.path.first.map { $0.utf8.elementsEqual(key.utf8) } ?? false }
      do throws(Failure) {
        object[key] = try member(own, object[key], schema.memberSchema(key), "\(name).\(key)")
      } catch {
        faults += error.faults
      }
    }
    if !faults.isEmpty { throw Failure(faults) }
    return object
  }

  private func member(
    _ members: [Member], _ base: Value?, _ schema: Schema, _ name: String
  ) throws(Failure) -> Value {
    let whole = members.filter { $0.path.count == 1 }.map(\.text)
    let parts = members.filter { $0.path.count > 1 }.map { (path: $0.path.dropFirst(), text: $0.text) }
    let value = whole.isEmpty ? base : try texts.value(of: whole, schema, name: name)
    if parts.isEmpty, let value { return value }
    guard let object = (value ?? .object(ValueObject())).objectValue else {
      throw Failure(.parameterRepeated, ["name": .text(name)])
    }
    return .object(try self.object(parts, object, schema, name))
  }
}

extension Failure {
  /// Faults of JSON that a caller gave, as faults of a value (65) instead of a definition (78).
  package func asBadValue(name: String) -> Failure {
    Failure(
      faults.map { fault in
        var bad = Fault(.valueJSON, ["name": .text(name), "cause": .text(fault.code.id)], at: fault.location)
        bad.arguments += fault.arguments
        return bad
      })
  }
}

extension Format {
  /// The text as the format wants it, read from a form that people write; `nil` where it is none.
  package func standardText(_ text: String, _ clock: World.Clock) -> String? {
    switch self {
    case .duration: Duration.standardText(text)
    case .date, .dateTime, .time: MomentText(clock).standardText(text, in: self)
    default: nil
    }
  }

  /// More forms that the command line takes, for whoever missed the format.
  package var humanHint: String? {
    switch self {
    case .date: "also: today, tomorrow, yesterday, friday, +2d"
    case .dateTime: "also: now, tomorrow 09:00, friday 18:30, +2h, 2026-12-01 09:30"
    case .time: "also: now, 09:30, +2h"
    case .duration: "also: 30s, 1h30m, \"2 hours\"; parts of a second are left out"
    default: nil
    }
  }
}

extension SuppliedArgument {
  /// Whether a word says yes or no, so that it can be the value of a flag.
  package static func isFlagWord(_ word: String) -> Bool { TextReading.boolean(word) != nil }
}
