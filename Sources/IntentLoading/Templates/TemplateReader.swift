internal import IntentCore

/// Turns text with `${name}` into templates and checks what the placeholders name.
struct TemplateReader {
  let scope: TemplateScope

  func template(_ node: JSONNode, _ log: inout ReadingLog) -> Template {
    switch node.kind {
    case .string(let text): self.text(text, node, &log)
    case .array(let items): .array(items.map { template($0, &log) })
    case .object(let members): .object(members.map { ($0.key, template($0.node, &log)) })
    default: .literal(node.value)
    }
  }

  /// Text only, such as `summary`.
  func text(_ key: String, _ node: JSONNode, _ log: inout ReadingLog) -> Template? {
    log.text(key, node).map { text($0, node, &log) }
  }

  private func text(_ text: String, _ node: JSONNode, _ log: inout ReadingLog) -> Template {
    let dollar = UInt8(ascii: "$")
    guard text.utf8.contains(dollar) else { return .literal(.string(text)) }
    let bytes = Array(text.utf8)
    var segments: [Template.Segment] = []
    var literal: [UInt8] = []
    var index = 0
    func startsPlaceholder(_ index: Int) -> Bool {
      index + 1 < bytes.count && bytes[index] == dollar && bytes[index + 1] == UInt8(ascii: "{")
    }
    while index < bytes.count {
      if bytes[index] == dollar, startsPlaceholder(index + 1) {
        literal += bytes[index + 1...index + 2]
        index += 3
      } else if startsPlaceholder(index) {
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")) else {
          let span = log.span(of: bytes[index...], at: index, in: node, length: bytes.count)
          log.error(
            .definitionPlaceholderSyntax,
            [
              "value": .text(String(decoding: bytes[index...].prefix(40), as: UTF8.self)),
              "reason": "unclosed", "hint": #"close it with "}", or write $${ for the characters"#,
            ], at: span)
          literal += bytes[index...]
          break
        }
        let span = log.span(of: bytes[index...end], at: index, in: node, length: bytes.count)
        let reference = reference(bytes[index + 2..<end], span, &log)
        if !literal.isEmpty { segments.append(.literal(String(decoding: literal, as: UTF8.self))) }
        literal = []
        if let reference { segments.append(.reference(reference)) }
        index = end + 1
      } else {
        literal.append(bytes[index])
        index += 1
      }
    }
    if !literal.isEmpty { segments.append(.literal(String(decoding: literal, as: UTF8.self))) }
    if segments.count == 1 {
      switch segments[0] {
      case .literal(let text): return .literal(.string(text))
      case .reference(let reference): return .reference(reference)
      }
    }
    return .text(segments)
  }

  private func reference(
    _ bytes: ArraySlice<UInt8>, _ span: JSONSpan, _ log: inout ReadingLog
  ) -> Template.Reference? {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.starts(with: "secret:".utf8) {
      let name = String(text.dropFirst(7))
      refuse(text, "no-secrets", span, &log)
      return .secret(name)
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard bytes.allSatisfy(Self.isNameByte), parts.allSatisfy({ !$0.isEmpty }) else {
      log.error(
        .definitionPlaceholderSyntax,
        [
          "value": .text("${\(text)}"), "reason": "name",
          "hint": "only a parameter's name and a path of keys stand in a placeholder",
        ], at: span)
      return nil
    }
    let name = String(Substring(parts[0]))
    let path = parts.dropFirst().map { String(Substring($0)) }
    if name == "steps" {
      refuse(text, "no-steps", span, &log)
      return .step(path.first ?? "", path: Array(path.dropFirst()))
    }
    if name == "result" {
      if !scope.allowsResult { refuse(text, "result-outside", span, &log) }
      return .result(path: path)
    }
    if let parameter = scope.parameter(name) {
      if !path.isEmpty, let types = parameter.schema.types, !types.contains(.array), !types.contains(.object)
      {
        refuse(text, "no-members", span, &log)
      }
    } else if !(scope.allowsApplicationName && name == "applicationName" && path.isEmpty) {
      log.error(
        .definitionPlaceholder,
        ["name": .text(name), "reason": "unknown", "allowed": .list(scope.names)],
        suggestion: Suggestion.nearest(to: name, among: scope.names) ?? "", at: span)
    }
    return .parameter(name, path: path)
  }

  private func refuse(_ text: String, _ reason: String, _ span: JSONSpan, _ log: inout ReadingLog) {
    log.error(
      .definitionPlaceholder, ["name": .text(text), "reason": .text(reason)], suggestion: "", at: span)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
