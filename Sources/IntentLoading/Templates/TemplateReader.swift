internal import IntentCore
internal import JSONSchema

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
  func text(_ member: JSONMember, _ log: inout ReadingLog) -> Template? {
    log.text(member).map { text($0, member.node, &log) }
  }

  private func text(_ text: String, _ node: JSONNode, _ log: inout ReadingLog) -> Template {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return .literal(.string(text)) }
    var scanner = PlaceholderScanner(text)
    var segments: [Template.Segment] = []
    while let piece = scanner.next() {
      switch piece {
      case .literal(let text): segments.append(.literal(text))
      case .placeholder(let start, let end):
        if let reference = reference(scanner.bytes, start, end, node, &log) {
          segments.append(.reference(reference))
        }
      case .unclosed(let start):
        let rest = scanner.bytes[start...]
        log.error(
          .definitionPlaceholderSyntax,
          [
            "value": .text(String(decoding: rest.prefix(40), as: UTF8.self)), "reason": "unclosed",
            "hint": #"close it with "}", or write $${ for the characters"#,
          ], at: log.document.span(of: rest, at: start, in: node, length: scanner.bytes.count))
      }
    }
    switch segments.first {
    case .literal(let text)? where segments.count == 1: return .literal(.string(text))
    case .reference(let reference)? where segments.count == 1: return .reference(reference)
    default: return .text(segments)
    }
  }

  /// Reads the placeholder between two offsets, its braces included.
  private func reference(
    _ bytes: [UInt8], _ start: Int, _ end: Int, _ node: JSONNode, _ log: inout ReadingLog
  ) -> Template.Reference? {
    let inside = bytes[start + 2..<end - 1]
    let text = String(decoding: inside, as: UTF8.self)
    var (name, path) = (text, [String]())
    if inside.contains(UInt8(ascii: ".")) {
      path = inside.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      name = path.removeFirst()
    }
    let isWellFormed =
      !name.utf8.isEmpty && !path.contains(where: \.utf8.isEmpty)
      && inside.allSatisfy { Self.isNameByte($0) || $0 == UInt8(ascii: ".") }
    let parameter = scope.parameter(name)
    func span(_ log: ReadingLog) -> JSONSpan {
      log.document.span(of: bytes[start..<end], at: start, in: node, length: bytes.count)
    }
    if isWellFormed, scope.workflow != nil, parameter == nil, name != "result" {
      return local(name, path, span(log), &log)
    }
    if isWellFormed, isKnown(name, path, parameter) {
      if scope.secrets == .refused, parameter?.isSecret == true {
        log.misplacedSecret(name, "parameter", scope.fields, at: span(log))
      }
      return name == "result" && scope.allowsResult ? .result(path: path) : .parameter(name, path: path)
    }
    if text.utf8.starts(with: "secret:".utf8) {
      return secret(String(decoding: text.utf8.dropFirst(7), as: UTF8.self), span(log), &log)
    }
    if !isWellFormed {
      log.error(
        .definitionPlaceholderSyntax,
        [
          "value": .text("${\(text)}"), "reason": "name",
          "hint": "only a parameter's name and a path of keys stand in a placeholder",
        ], at: span(log))
    } else if let reason = parameter != nil ? "no-members" : Self.places[name] {
      log.error(
        .definitionPlaceholder, ["name": .text(text), "reason": .text(reason)], suggestion: "", at: span(log))
    } else {
      log.unknownName(name, "unknown", among: scope.names, nearest: name, at: span(log))
    }
    return nil
  }

  /// Why a name that stands for something in other places stands for nothing here.
  private static let places = ["steps": "no-steps", "result": "result-outside"]

  /// What a workflow keeps.
  private func local(_ name: String, _ path: [String], _ span: JSONSpan, _ log: inout ReadingLog) -> Template
    .Reference?
  {
    guard let problem = scope.problem(name, path) else {
      guard name == "steps" else { return .local(name, path: path) }
      return .step(path[0], path: Array(path.dropFirst()))
    }
    log.unknownName(
      ([name] + path).joined(separator: "."), problem.reason, among: problem.allowed, nearest: problem.word,
      at: span)
    return nil
  }

  private func secret(_ name: String, _ span: JSONSpan, _ log: inout ReadingLog) -> Template.Reference? {
    guard scope.secrets == .taken else {
      log.misplacedSecret(name, "", scope.fields, at: span)
      return .secret(name)
    }
    guard Names.isParameterName(name) else {
      log.badName(name, of: "secret", at: span)
      return nil
    }
    log.noteSecret(name)
    return .secret(name)
  }

  private func isKnown(_ name: String, _ path: [String], _ parameter: Parameter?) -> Bool {
    if let parameter {
      guard !path.isEmpty, let types = parameter.schema.types else { return true }
      return types.contains(.array) || types.contains(.object)
    }
    if name == "result" { return scope.allowsResult }
    return scope.allowsApplicationName && name == "applicationName" && path.isEmpty
  }

  static func isNameByte(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || "_-".utf8.contains(byte) }
}

/// What the placeholders of one place may name.
struct TemplateScope {
  var parameters: [Parameter]
  /// `${result.…}` stands for what the handler answered.
  var allowsResult = false
  /// `${applicationName}` stands for the program's name, as in phrases.
  var allowsApplicationName = false
  /// What the steps before leave, in a workflow.
  var workflow: WorkflowScope?

  var secrets = SecretRule.hidden
  /// The fields of the handler, of which the message about a secret elsewhere names those that take one.
  var fields: [HandlerDescriptor.Field] = []

  /// Whether secrets may stand in a place.
  enum SecretRule {
    /// Nobody but the handler sees the place.
    case taken
    /// What stands there is shown to people, where secret parameters are hidden.
    case hidden
    /// What stands there can be read by others, so that not even a secret parameter may.
    case refused
  }

  func parameter(_ name: String) -> Parameter? { parameters.first { $0.name == name } }

  /// What is wrong with a name that no parameter has; only a workflow has such names.
  func problem(_ name: String, _ path: [String]) -> WorkflowScope.Problem? {
    guard let workflow else { return WorkflowScope.Problem("unknown", names, name) }
    guard let problem = workflow.problem(name, path) else { return nil }
    return problem.reason == "unknown"
      ? WorkflowScope.Problem("unknown", names + problem.allowed, name) : problem
  }

  var names: [String] {
    parameters.map(\.name) + (allowsResult ? ["result"] : [])
      + (allowsApplicationName ? ["applicationName"] : [])
  }
}
