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
    /// Forms of a translation among which a number chooses.
    case plural(PluralSegment)
  }

  /// What a placeholder refers to.
  package enum Reference: Sendable, Equatable {
    case parameter(String, path: [String])
    /// What the handler answered, as in `${result.value.name}`, `${result.text}`, `${result.exitCode}`.
    case result(path: [String])
    case step(String, path: [String])
    /// What a workflow keeps while it runs: `vars`, the element and the `index` of a loop, an `error`.
    case local(String, path: [String])
    case secret(String)
  }

  /// Every placeholder within, in order.
  package var references: [Reference] {
    switch self {
    case .literal: []
    case .reference(let reference): [reference]
    case .text(let segments): segments.flatMap(\.references)
    case .array(let items): items.flatMap(\.references)
    case .object(let members): members.flatMap(\.value.references)
    }
  }

  /// The member of an object template.
  package subscript(key: String) -> Template? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The value, when nothing in it waits for a run.
  package var literalValue: Value? {
    switch self {
    case .literal(let value): return value
    case .reference: return nil
    case .text(let segments):
      var text = ""
      for segment in segments {
        guard case .literal(let part) = segment else { return nil }
        text += part
      }
      return .string(text)
    case .array(let items):
      let values = items.compactMap(\.literalValue)
      return values.count == items.count ? .array(values) : nil
    case .object(let members):
      let values = members.compactMap { member in member.value.literalValue.map { (member.key, $0) } }
      return values.count == members.count ? .object(ValueObject(uniqueMembers: values)) : nil
    }
  }

  /// The string, when the template is a plain one.
  package var literalString: String? { if case .literal(.string(let text)) = self { text } else { nil } }

  /// Text that has a form for each plural category of its language.
  package struct PluralSegment: Sendable {
    /// The references whose value may be the number, the first that is one counts.
    package var numbers: [Reference]
    package var rules: PluralRules
    package var forms: [(category: PluralCategory, form: [Segment])]

    package init(
      numbers: [Reference], rules: PluralRules, forms: [(category: PluralCategory, form: [Segment])]
    ) { (self.numbers, self.rules, self.forms) = (numbers, rules, forms) }

    /// The form that goes with the values.
    package func chosen(_ find: (Reference) -> Value?) -> [Segment] {
      var category = PluralCategory.other
      for reference in numbers {
        guard let value = find(reference), value.doubleValue != nil else { continue }
        category = rules.category(of: value)
        break
      }
      return PluralCategory.choose(category, among: forms) ?? []
    }
  }
}

extension Template.Segment {
  /// Every placeholder within.
  var references: [Template.Reference] {
    switch self {
    case .literal: []
    case .reference(let reference): [reference]
    case .plural(let plural): plural.numbers + plural.forms.flatMap { $0.form.flatMap(\.references) }
    }
  }
}

extension Template.Reference {
  /// What stands between `${` and `}` for it.
  package var text: String {
    switch self {
    case .parameter(let name, let path), .local(let name, let path):
      path.isEmpty ? name : "\(name).\(path.joined(separator: "."))"
    case .step(let name, let path): "steps.\(([name] + path).joined(separator: "."))"
    case .result(let path): path.isEmpty ? "result" : "result.\(path.joined(separator: "."))"
    case .secret(let name): "secret:\(name)"
    }
  }
}
