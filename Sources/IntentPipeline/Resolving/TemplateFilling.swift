package import IntentCore

extension Template {
  /// The value with every placeholder replaced; `nil` when the whole is a placeholder without a value. Within text an
  /// absent value leaves nothing; in a list and in an object it leaves its place out.
  package func fill(_ find: (Reference) -> Value?) -> Value? {
    switch self {
    case .literal(let value): return value
    case .reference(let reference): return find(reference)
    case .text(let segments):
      var text = ""
      Self.append(segments, to: &text, find)
      return .string(text)
    case .array(let items): return .array(items.compactMap { $0.fill(find) })
    case .object(let members):
      return .object(
        ValueObject(
          uniqueMembers: members.compactMap { member in
            member.value.fill(find).map { (key: member.key, value: $0) }
          }))
    }
  }

  private static func append(_ segments: [Segment], to text: inout String, _ find: (Reference) -> Value?) {
    for segment in segments {
      switch segment {
      case .literal(let part): text += part
      case .reference(let reference):
        guard let value = find(reference) else { continue }
        text += value.plainText ?? (value == .null ? "" : value.json())
      case .plural(let plural): append(plural.chosen(find), to: &text, find)
      }
    }
  }

  /// The value with parameters filled in, and for each part whether a caller was free in it. A secret that is not
  /// known yet is the placeholder itself.
  func bind(
    _ parameters: ValueObject, of definition: IntentDefinition, _ secrets: ValueObject, frozen: [String]
  ) -> HandlerCall.Bound {
    let find: (Reference) -> Value? = { reference in
      switch reference {
      case .parameter(let name, let path):
        parameters[name].flatMap { path.isEmpty ? $0 : $0.at(path) }
      case .secret(let name): secrets[name] ?? .string("${\(reference.text)}")
      case .result, .step, .local: nil
      }
    }
    func isFree(_ reference: Reference) -> Bool { definition.isFree(reference, frozen: frozen) }
    func isUnbounded(_ reference: Reference) -> Bool { definition.isUnbounded(reference, frozen: frozen) }
    typealias Bound = HandlerCall.Bound
    func bound(_ template: Template) -> Bound {
      switch template {
      case .literal(let value): return Bound(value: value)
      case .reference(let reference):
        var whole = Bound(
          value: find(reference), isFree: isFree(reference), isUnbounded: isUnbounded(reference),
          beginsWithPlaceholder: true)
        whole.elements = whole.value?.arrayValue?.map { [whole] in
          Bound(
            value: $0, isFree: whole.isFree, isUnbounded: whole.isUnbounded, beginsWithPlaceholder: true)
        }
        return whole
      case .text(let segments):
        return Bound(
          value: template.fill(find), isFree: template.references.contains(where: isFree),
          isUnbounded: template.references.contains(where: isUnbounded),
          beginsWithPlaceholder: Self.begins(segments, find))
      case .array(let items):
        let elements = items.map(bound)
        return Bound(
          value: .array(elements.compactMap(\.value)), isFree: elements.contains(where: \.isFree),
          isUnbounded: elements.contains(where: \.isUnbounded), elements: elements)
      case .object(let members):
        let members = members.map { (key: $0.key, value: bound($0.value)) }
        let values = members.compactMap { member in member.value.value.map { (key: member.key, value: $0) } }
        return Bound(
          value: .object(ValueObject(uniqueMembers: values)), isFree: members.contains(where: \.value.isFree),
          isUnbounded: members.contains(where: \.value.isUnbounded), members: members)
      }
    }
    return bound(self)
  }

  /// Whether the first byte of the text comes from a placeholder.
  private static func begins(_ segments: [Segment], _ find: (Reference) -> Value?) -> Bool {
    for segment in segments {
      switch segment {
      case .literal(let text): if !text.utf8.isEmpty { return false }
      case .plural: return true
      case .reference(let reference):
        if let text = find(reference)?.plainText, text.utf8.isEmpty { continue }
        return true
      }
    }
    return false
  }
}
