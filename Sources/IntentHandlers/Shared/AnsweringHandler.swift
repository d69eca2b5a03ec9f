internal import IntentCore
internal import IntentPipeline

/// A handler whose answer the `result` part of a definition may word anew.
protocol AnsweringHandler: Handler {
  /// Does it and answers in the handler's own words.
  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult
}

extension AnsweringHandler {
  func perform(
    _ invocation: AuthorizedInvocation, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    try await answer(invocation.call, context).shaped(by: invocation.call)
  }
}

extension IntentResult {
  /// The answer as the definition's `result` words it; an answer that failed keeps its own words.
  ///
  /// The templates see `${result.value…}`, `${result.text}` (`text`, or else the dialog),
  /// `${result.count}` (of a list), `${result.dialog}`, `${result.exitCode}` and the parameters.
  func shaped(by call: HandlerCall, text: String? = nil) -> IntentResult {
    let shape = call.definition.result
    guard !isFailure, shape.dialog != nil || shape.snippet != nil || shape.value != nil else { return self }
    let find: (Template.Reference) -> Value? = { reference in
      switch reference {
      case .parameter(let name, let path): call.parameters[name]?.at(path)
      case .result(let path): answered(path, text: text)
      case .step, .local, .secret: nil
      }
    }
    var shaped = self
    if let filled = shape.dialog?.fill(find)?.readableText, !filled.utf8.isEmpty { shaped.dialog = filled }
    if let snippet = shape.snippet { shaped.snippet = Snippet(filled: snippet.fill(find)) }
    if let value = shape.value { shaped.value = value.fill(find) ?? .null }
    return shaped
  }

  private func answered(_ path: [String], text: String?) -> Value? {
    switch path.first {
    case "value": value.at(path.dropFirst())
    case "text": .string(text ?? dialog)
    case "dialog": .string(dialog)
    case "count": value.arrayValue.map { .integer($0.count) }
    case "exitCode": if case .status(let status)? = handler { .integer(Int(status)) } else { nil }
    default: nil
    }
  }
}

extension Snippet {
  /// Text as text, an object as fields, a list as lines of text.
  init(filled value: Value?) {
    switch value {
    case nil, .null: self.init()
    case .object(let members):
      self.init([.fields(members.members.map { Field($0.key, $0.value.readableText) })])
    case .array(let items): self.init([.text(items.map(\.readableText).joined(separator: "\n"))])
    case .some(let value): self.init([.text(value.readableText)])
    }
  }
}

extension Value {
  /// The value for people: words as they are, lists and objects as JSON, nothing for null.
  var readableText: String { plainText ?? (self == .null ? "" : json()) }
}
