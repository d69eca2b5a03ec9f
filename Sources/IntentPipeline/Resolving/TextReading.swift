internal import IntentCore

/// Reads the words of a command line by the type that a parameter wants.
enum TextReading {
  /// The value that `texts` (one for each time the parameter was given) stand for.
  static func value(of texts: [String], for parameter: Parameter, name: String) throws(Failure) -> Value {
    if parameter.isArray {
      if texts.count == 1, texts[0].utf8.first == UInt8(ascii: "[") {
        return try json(texts[0], name: name)
      }
      let items = parameter.schema.itemSchema ?? .anything
      var values: [Value] = []
      for text in texts { values.append(try value(of: text, schema: items, name: name)) }
      return .array(values)
    }
    guard texts.count == 1 else {
      throw Failure(.parameterRepeated, ["name": .text(name)], parameter: parameter.name)
    }
    return try value(of: texts[0], schema: parameter.schema, name: name)
  }

  private static func value(of text: String, schema: Schema, name: String) throws(Failure) -> Value {
    if let allowed = schema.enumeratedValues,
      let match = allowed.first(where: { $0.plainText.map { $0.utf8.elementsEqual(text.utf8) } ?? false })
    {
      return match
    }
    for type in schema.types ?? [.string] {
      switch type {
      case .string: return .string(text)
      case .boolean: if let flag = boolean(text) { return .boolean(flag) }
      case .integer, .number: if let number = number(text) { return number }
      case .null: if text == "null" { return .null }
      case .array, .object:
        if let first = text.utf8.first, first == UInt8(ascii: "[") || first == UInt8(ascii: "{") {
          return try json(text, name: name)
        }
      }
    }
    if let types = schema.types, types.contains(.integer) || types.contains(.number) {
      throw Failure(
        .valueNotANumber,
        [
          "name": .text(name), "value": .text(text),
          "expected": .text(types.contains(.number) ? "a number" : "a whole number"),
        ])
    }
    // An open type keeps the text; the schema then says what is wrong with it.
    return .string(text)
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text {
    case "true", "yes", "on": true
    case "false", "no", "off": false
    default: nil
    }
  }

  /// A number by JSON's grammar: no `+5`, `0x10`, `nan` or other digits than ASCII's.
  private static func number(_ text: String) -> Value? {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
      let last = text.utf8.last, (0x30...0x39).contains(last),
      let value = try? Value(json: Array(text.utf8), file: "")
    else { return nil }
    return value.doubleValue == nil ? nil : value
  }

  private static func json(_ text: String, name: String) throws(Failure) -> Value {
    try Value(json: Array(text.utf8), file: name)
  }
}
