internal import IntentCore

/// Reads the `with` of a definition and checks it by the handler's descriptor.
struct WithReader {
  let scope: TemplateScope
  let descriptor: HandlerDescriptor
  /// Whether there were steps, which have a reader of their own.
  private(set) var hasSteps = false

  mutating func read(_ with: JSONMember?, handler: JSONSpan, _ log: inout ReadingLog) -> [(
    key: String, value: Template
  )] {
    var scope = scope
    scope.fields = descriptor.fields
    let members = with.map { log.members($0) } ?? []
    var fields: [(key: String, value: Template)] = []
    for member in members {
      let field = descriptor.fields.first { $0.name == member.key }
      if field?.kind == .steps {
        hasSteps = true
        continue
      }
      scope.secrets = field?.takesSecrets == true ? .taken : .refused
      let template = TemplateReader(scope: scope).template(member.node, &log)
      fields.append((member.key, template))
      if let field {
        check(member, template, field, &log)
      } else {
        log.unknownKey(member, among: descriptor.fields.map(\.name))
      }
    }
    for field in descriptor.fields
    where field.isRequired && !members.contains(where: { $0.key == field.name }) {
      log.missing(field.name, within: "with", at: with?.keySpan ?? handler)
    }
    return fields
  }

  private func check(
    _ member: JSONMember, _ template: Template, _ field: HandlerDescriptor.Field, _ log: inout ReadingLog
  ) {
    if case .reference = template { return }
    let isFilledIn = !template.references.isEmpty
    switch (field.kind, member.node.kind) {
    case (.steps, _), (.any, _), (.string, .string), (.boolean, .boolean), (.integer, .integer),
      (.number, .integer), (.number, .number):
      break
    case (.duration, .string): if !isFilledIn { _ = log.duration(member) }
    case (.choice(let allowed), .string(let text)):
      if !isFilledIn, !allowed.contains(text) { log.notAllowed(member, text, allowed) }
    case (.pointer, .string(let text)):
      if !isFilledIn, JSONPointer(text) == nil { log.unfit(member, text, expected: field.kind.literal.words) }
    case (.statuses, .integer(let number)) where (100...599).contains(number): break
    case (.statuses, .array(let items)) where !items.isEmpty && items.allSatisfy(\.isStatus): break
    case (.strings, .array): _ = log.texts(member)
    case (.table, .object(let members)):
      for var text in members {
        text.key = "\(field.name).\(text.key)"
        _ = log.text(text)
      }
    default: log.wrongType(member, expected: field.kind.literal.words)
    }
  }
}

extension JSONNode {
  fileprivate var isStatus: Bool {
    if case .integer(let number) = kind { (100...599).contains(number) } else { false }
  }
}

extension HandlerDescriptor.Kind {
  /// What must stand there in words, and as a schema, in which a placeholder stands for what is not known yet.
  var literal: (words: String, schema: ValueObject) {
    switch self {
    case .any: ("anything", [:])
    case .steps: ("a list of steps", .reference("steps"))
    case .string: ("text", ["type": "string"])
    case .boolean: ("true or false", Self.orPlaceholder(["type": "boolean"]))
    case .integer: ("a whole number", Self.orPlaceholder(["type": "integer"]))
    case .number: ("a number", Self.orPlaceholder(["type": "number"]))
    case .strings: ("a list of text", Self.orPlaceholder(.texts()))
    case .table:
      (
        "an object of text",
        Self.orPlaceholder(["type": "object", "additionalProperties": .object(["type": "string"])])
      )
    case .duration:
      ("a duration such as \"30s\" or \"PT30S\"", ["anyOf": [.reference("duration"), .reference("filled")]])
    case .choice(let words):
      (
        words.map { "\"\($0)\"" }.joined(separator: " or "),
        ["anyOf": [.object(["enum": .strings(words)]), .reference("filled")]]
      )
    case .pointer:
      (
        "a JSON Pointer such as \"/state/0\"",
        ["anyOf": [.object(.text(["pattern": #"^(?:/(?:[^/~]|~[01])*)*$"#])), .reference("filled")]]
      )
    case .statuses:
      (
        "a status such as 200, or a list of them",
        ["anyOf": [.object(Self.status), .object(.filledList(of: Self.status)), .reference("placeholder")]]
      )
    }
  }

  private static var status: ValueObject { ["type": "integer", "minimum": 100, "maximum": 599] }

  private static func orPlaceholder(_ schema: ValueObject) -> ValueObject {
    ["anyOf": [.object(schema), .reference("placeholder")]]
  }
}
