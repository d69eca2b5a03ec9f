internal import IntentCore
internal import JSONSchema

/// Collects what is wrong with one document; places become lines only here.
struct ReadingLog {
  /// More faults than anybody reads; the rest are left out.
  private static let limit = 100

  let document: JSONDocument
  private(set) var errors: [Fault] = []
  private(set) var warnings: [Fault] = []
  /// The secrets that were named where they may be.
  private(set) var secrets: [String] = []

  init(document: JSONDocument) { self.document = document }

  private var isFull: Bool { errors.count >= Self.limit }

  mutating func error(
    _ code: FaultCode, _ arguments: KeyValuePairs<String, FaultArgument>, suggestion: String? = nil,
    at span: JSONSpan, parameter: String? = nil
  ) {
    guard !isFull else { return }
    var fault = Fault(code, arguments, at: document.location(of: span), parameter: parameter)
    if let suggestion { fault.arguments.append(("suggestion", .text(suggestion))) }
    errors.append(fault)
  }

  mutating func noteSecret(_ name: String) {
    if !secrets.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { secrets.append(name) }
  }

  /// Says that a secret stands where it would be shown or could be read by others.
  mutating func misplacedSecret(
    _ name: String, _ reason: String, _ fields: [HandlerDescriptor.Field], at span: JSONSpan
  ) {
    let places = fields.filter(\.takesSecrets).map { "with.\($0.name)" }
    error(
      .definitionSecret, ["name": .text(name), "reason": .text(reason), "allowed": .list(places)], at: span)
  }

  /// Says that a key is missing in an object.
  mutating func missing(_ key: String, within: String, at span: JSONSpan) {
    error(.definitionMissingKey, ["key": .text(key), "within": .text(within)], at: span)
  }

  /// Says that the whole document lacks a key.
  mutating func missing(_ key: String) { missing(key, within: "", at: document.root.span.opening) }

  mutating func badName(_ name: String, of kind: String, at span: JSONSpan) {
    error(.definitionName, ["name": .text(name), "kind": .text(kind)], at: span)
  }

  /// Says that a parameter has a name that stands for something else.
  mutating func reservedName(_ name: String, as meaning: String, at span: JSONSpan) {
    error(
      .definitionReservedName, ["name": .text(name), "option": .text(meaning)], at: span, parameter: name)
  }

  /// Says that a text has not the form that it should; `expected` is in words.
  mutating func unfit(_ key: String, _ text: String, expected: String, at span: JSONSpan) {
    error(
      .definitionType, ["key": .text(key), "expected": .text(expected), "found": .text("\"\(text)\"")],
      at: span)
  }

  /// Adds facts to the fault that was reported last.
  mutating func extendLast(_ arguments: [(name: String, value: FaultArgument)]) {
    guard let last = errors.indices.last, !isFull else { return }
    errors[last].arguments += arguments
  }

  /// Takes the lines out of the faults from one on, where they may hold what nobody should see.
  mutating func hideLines(from first: Int) {
    for index in errors.indices.dropFirst(first) { errors[index].location?.text = "" }
  }

  mutating func warning(
    _ code: FaultCode, _ arguments: KeyValuePairs<String, FaultArgument>, at span: JSONSpan,
    parameter: String? = nil
  ) {
    guard warnings.count < Self.limit else { return }
    warnings.append(
      Fault(code, arguments, at: document.location(of: span), parameter: parameter, severity: .warning))
  }

  mutating func unknownKey(_ member: JSONMember, among keys: some Sequence<String>, hint: String? = nil) {
    guard !isFull else { return }
    let within = document.keyPath(at: member.keySpan).utf8.dropLast(member.key.utf8.count + 1)
    error(
      .definitionUnknownKey,
      [
        "key": .text(member.key), "within": .text(String(decoding: within, as: UTF8.self)),
        "hint": .text(hint ?? ""),
      ], suggestion: hint == nil ? Suggestion.nearest(to: member.key, among: keys) ?? "" : "",
      at: member.keySpan)
  }

  /// Says that a value is of the wrong kind; `expected` is in words.
  mutating func wrongType(_ key: String, _ node: JSONNode, expected: String) {
    error(
      .definitionType,
      [
        "key": .text(key), "expected": .text(expected),
        "found": .text(isEmpty(node) ? "an empty one" : ValueType(of: node.value).words),
      ], at: node.span)
  }

  private func isEmpty(_ node: JSONNode) -> Bool {
    switch node.kind {
    case .string(let text): text.utf8.isEmpty
    case .array(let items): items.isEmpty
    default: false
    }
  }

  mutating func notAllowed(_ key: String, _ text: String, _ allowed: [String], at span: JSONSpan) {
    guard !isFull else { return }
    error(
      .definitionEnum, ["key": .text(key), "value": .text(text), "allowed": .list(allowed)],
      suggestion: Suggestion.nearest(to: text, among: allowed) ?? "", at: span)
  }

  /// The faults in the order of their places.
  func sorted(_ faults: [Fault]) -> [Fault] {
    faults.sorted { left, right in
      guard let a = left.location, let b = right.location else { return false }
      return (a.line, a.column) < (b.line, b.column)
    }
  }
}

extension JSONSpan {
  /// The first byte, such as the brace of an object.
  var opening: JSONSpan { JSONSpan(start, start + 1) }
}
