internal import IntentCore
internal import JSONLogic

/// Reads conditions in JsonLogic; the names in their variables are those of placeholders.
struct ConditionReader {
  let scope: TemplateScope

  /// What a condition is; operators are not listed, since an object of one other key is refused when it is read.
  static var schema: Value {
    ValueObject().annotated(
      "Condition",
      "JsonLogic (jsonlogic.com); its variables have the names of placeholders, as in {\"var\": \"steps.copy.value\"}."
    )
  }

  func read(_ node: JSONNode, _ log: inout ReadingLog) -> Logic? {
    let logic: Logic
    do throws(Failure) {
      logic = try Logic(reading: node.value)
    } catch let failure {
      for fault in failure.faults {
        let name: String = if case .text(let text)? = fault["name"] { text } else { "" }
        log.error(fault.code, ["name": .text(name)], at: node.keySpan(of: name) ?? node.span)
        log.extendLast(fault.arguments.filter { $0.name != "name" })
      }
      return nil
    }
    for variable in logic.variables { check(variable, node, &log) }
    refusePlaceholders(node, &log)
    return logic
  }

  private func check(_ variable: String, _ node: JSONNode, _ log: inout ReadingLog) {
    let parts = variable.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let name = parts.first, !variable.isEmpty else { return }
    if scope.parameter(name) != nil { return }
    guard let problem = scope.problem(name, Array(parts.dropFirst())) else { return }
    log.error(
      .definitionPlaceholder,
      ["name": .text(variable), "reason": .text(problem.reason), "allowed": .list(problem.allowed)],
      suggestion: problem.suggestion, at: node.textSpan(variable) ?? node.span)
  }

  /// Text of a condition is what it is; a placeholder in it would never be filled.
  private func refusePlaceholders(_ node: JSONNode, _ log: inout ReadingLog) {
    node.visit { node in
      guard case .string(let text) = node.kind, text.utf8.count > 2, text.hasPlaceholder else { return }
      log.error(.definitionPlaceholder, ["name": .text(text), "reason": "condition"], at: node.span)
    }
  }
}

extension JSONNode {
  /// Where a key first stands within.
  fileprivate func keySpan(of key: String) -> JSONSpan? { first { $0.member(key)?.keySpan } }

  /// Where a text or a number first stands within.
  fileprivate func textSpan(_ text: String) -> JSONSpan? {
    span(ofText: text)
      ?? first { if case .integer(let number) = $0.kind, String(number) == text { $0.span } else { nil } }
  }
}
