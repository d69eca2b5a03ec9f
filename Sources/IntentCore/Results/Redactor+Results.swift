internal import Redaction

extension Redactor {
  /// The value with every secret in its texts, keys and numbers hidden.
  package func hide(_ value: Value) -> Value {
    switch value {
    case .null, .boolean: return value
    case .integer, .number:
      let text = value.plainText ?? ""
      let shown = hide(text)
      return shown.utf8.elementsEqual(text.utf8) ? value : .string(shown)
    case .string(let text): return .string(hide(text))
    case .array(let items): return .array(items.map(hide))
    case .object(let object):
      var shown = ValueObject()
      for (key, value) in object.members { shown[hide(key)] = hide(value) }
      return .object(shown)
    }
  }

  package func hide(_ failure: Failure) -> Failure { Failure(failure.faults.map(hide)) }

  package func hide(_ fault: Fault) -> Fault {
    var fault = fault
    for index in fault.arguments.indices { fault.arguments[index].value = hide(fault.arguments[index].value) }
    if let location = fault.location {
      let text = hide(location.text)
      // A caret beneath a line that has changed would point elsewhere.
      if !text.utf8.elementsEqual(location.text.utf8) { fault.location?.text = "" }
      fault.location?.keyPath = hide(location.keyPath)
    }
    return fault
  }

  private func hide(_ argument: FaultArgument) -> FaultArgument {
    switch argument {
    case .text(let text): return .text(hide(text))
    case .list(let texts): return .list(texts.map(hide))
    case .integer(let number):
      let shown = hide(String(number))
      return shown == Self.mark ? .text(shown) : argument
    case .capabilities: return argument
    }
  }

  package func hide(_ outcome: RunOutcome) -> RunOutcome {
    switch outcome {
    case .answered(let result): .answered(hide(result))
    case .failed(let failure): .failed(hide(failure))
    }
  }

  package func hide(_ result: IntentResult) -> IntentResult {
    var result = result
    if case .failed(let fault) = result.outcome { result.outcome = .failed(hide(fault)) }
    result.symbol.name = hide(result.symbol.name)
    result.dialog = hide(result.dialog)
    result.snippet.blocks = result.snippet.blocks.map(hide)
    result.value = hide(result.value)
    result.next = result.next.map { .init(hide($0.title), $0.command.map(hide)) }
    result.warnings = result.warnings.map(hide)
    return result
  }

  private func hide(_ block: Snippet.Block) -> Snippet.Block {
    switch block {
    case .text(let text): .text(hide(text))
    case .output(let lines): .output(lines.map { .init(hide($0.text), $0.stream) })
    case .fields(let fields): .fields(fields.map { .init(hide($0.label), hide($0.text)) })
    case .table(let table):
      .table(
        Snippet.Table(
          columns: table.columns.map { .init(hide($0.title), $0.alignment) },
          rows: table.rows.map { $0.map(hide) }))
    }
  }
}
