package import IntentCore

extension ResolvedInvocation {
  /// The values that may be shown: all but secret ones.
  package var shownValues: ValueObject {
    ValueObject(
      uniqueMembers: values.members.filter { definition.parameter(named: $0.key)?.isSecret != true })
  }

  /// What this run does in one line: the definition's `summary` with its values as people know them and
  /// secrets as `***`, else the title.
  package var summary: String { definition.summary.map(shown) ?? definition.title }

  /// Text of the definition filled for people: no secret is in it.
  package func shown(_ template: Template) -> String {
    let text =
      template.fill { reference in
        guard case .parameter(let name, let path) = reference else { return nil }
        return shown(name, path)
      }?.plainText ?? ""
    return text.withoutGaps
  }

  private func shown(_ name: String, _ path: [String]) -> Value? {
    guard let value = values[name], let parameter = definition.parameter(named: name) else { return nil }
    if parameter.isSecret { return "***" }
    guard path.isEmpty else { return value.at(path) }
    if let title = titles.first(where: { $0.name == name })?.title { return .string(title) }
    return titleOf(parameter, value).first.map { .string($0) } ?? value
  }
}

extension String {
  /// The text without the spaces that a missing value leaves at its ends or doubled.
  fileprivate var withoutGaps: String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      if byte == 0x20, bytes.last == nil || bytes.last == 0x20 { continue }
      bytes.append(byte)
    }
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
