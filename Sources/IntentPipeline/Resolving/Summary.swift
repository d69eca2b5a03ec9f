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
  package func shown(_ template: Template) -> String { filled(template) { $0 } }

  /// The same for a question: a long value is shortened in its middle, so that it hides nothing around it.
  package func asked(_ template: Template) -> String {
    filled(template) { value in
      guard let text = value.plainText else { return value }
      return .string(text.shortenedInside)
    }
  }

  /// Where the values that may be shown came from, in their order.
  ///
  /// It is found out afterwards: only who asks for it pays.
  package func origins(
    of supplied: [SuppliedArgument], in world: World
  ) throws(Failure) -> [(name: String, origin: ValueOrigin)] {
    let configured = try world.configuration().defaults(of: definition.id)
    return shownValues.keys.map { name in
      if let given = supplied.first(where: { $0.name == name }) { return (name, given.origin) }
      if configured?[name] != nil { return (name, .configuration) }
      return (name, definition.parameter(named: name)?.defaultValue == nil ? .answer : .definition)
    }
  }

  private func filled(_ template: Template, _ change: (Value) -> Value) -> String {
    let text =
      template.fill { reference in
        guard case .parameter(let name, let path) = reference else { return nil }
        return shown(name, path).map(change)
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
  /// The text with its middle left out where it is long, and how many characters (Unicode scalars) those are.
  package var shortenedInside: String {
    let (limit, head, tail) = (120, 60, 40)
    guard utf8.count > limit, unicodeScalars.count > limit else { return self }
    let left = unicodeScalars.count - head - tail
    return String(unicodeScalars.prefix(head)) + "…[\(left)]…" + String(unicodeScalars.suffix(tail))
  }

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
