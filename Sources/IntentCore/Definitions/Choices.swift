/// One value to pick, with the words that people know it by.
package struct Choice: Sendable, Equatable {
  package var value: Value
  package var title: String?
  /// Other words that people may type for it.
  package var names: [String]

  package init(value: Value, title: String? = nil, names: [String] = []) {
    (self.value, self.title, self.names) = (value, title, names)
  }

  package init(_ entity: Entity) {
    self.init(value: .string(entity.id), title: entity.title, names: entity.names)
  }

  /// The shortest word that stands for it, for messages and completion.
  package var word: String { names.first ?? value.plainText ?? value.json() }

  /// Every word that stands for it, the value's own first.
  package var words: [String] { [value.plainText ?? value.json()] + names + (title.map { [$0] } ?? []) }

  /// Reads `"value"` or `{"value": …, "title": "…"}`.
  package init?(json: Value) {
    switch json {
    case .string, .integer, .number, .boolean: self.init(value: json)
    case .object(let object):
      guard let value = object["value"], value.plainText != nil,
        object.keys.allSatisfy({ $0 == "value" || $0 == "title" })
      else { return nil }
      if let title = object["title"], title.stringValue == nil { return nil }
      self.init(value: value, title: object["title"]?.stringValue)
    case .null, .array: return nil
    }
  }
}

/// Where the values of a parameter come from, when the definition says it.
package enum Choices: Sendable, Equatable {
  case list([Choice])
  /// A program and its arguments that prints a choice a line as JSON: a text, or an object of `value` and `title`.
  case command([String])

  /// The same choices with other titles.
  package func titled(_ title: (String) -> String) -> Choices {
    guard case .list(let list) = self else { return self }
    return .list(list.map { Choice(value: $0.value, title: $0.title.map(title), names: $0.names) })
  }
}

/// A thing that a parameter picks from a live list: a VPN profile, a door.
package struct Entity: Sendable, Equatable {
  /// What a parameter's value becomes, such as `demo:front`.
  package var id: String
  package var title: String
  /// Other words that people may type for it, such as `front`.
  package var names: [String]

  package init(id: String, title: String, names: [String] = []) {
    (self.id, self.title, self.names) = (id, title, names)
  }
}
