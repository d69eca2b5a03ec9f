/// Text or a value of a definition in which `${name}` stands for something known only at a run.
package indirect enum Template: Sendable {
  case literal(Value)
  /// A string that is exactly one placeholder: the value keeps its type.
  case reference(Reference)
  /// Text with placeholders among literal parts.
  case text([Segment])
  case array([Template])
  case object([(key: String, value: Template)])

  package enum Segment: Sendable {
    case literal(String)
    case reference(Reference)
  }

  /// What a placeholder refers to.
  package enum Reference: Sendable, Equatable {
    case parameter(String, path: [String])
    /// What the handler answered, as in `${result.value.name}`, `${result.text}`, `${result.exitCode}`.
    case result(path: [String])
    case step(String, path: [String])
    case secret(String)
  }
}

extension Template {
  /// Every placeholder within, in order.
  package var references: [Reference] {
    switch self {
    case .literal: []
    case .reference(let reference): [reference]
    case .text(let segments):
      segments.compactMap { if case .reference(let reference) = $0 { reference } else { nil } }
    case .array(let items): items.flatMap(\.references)
    case .object(let members): members.flatMap(\.value.references)
    }
  }

  /// The member of an object template.
  package subscript(key: String) -> Template? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The string, when the template is a plain one.
  package var literalString: String? {
    if case .literal(.string(let text)) = self { text } else { nil }
  }
}
