internal import IntentCore

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
      logic = try Logic(node.value)
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
    switch node.kind {
    case .string(let text):
      let bytes = Array(text.utf8)
      guard bytes.count > 2 else { return }
      for index in bytes.indices.dropLast()
      where bytes[index] == UInt8(ascii: "$") && bytes[index + 1] == UInt8(ascii: "{") {
        return log.error(.definitionPlaceholder, ["name": .text(text), "reason": "condition"], at: node.span)
      }
    case .array(let items): for item in items { refusePlaceholders(item, &log) }
    case .object(let members): for member in members { refusePlaceholders(member.node, &log) }
    default: break
    }
  }
}

extension JSONNode {
  /// Where a key first stands within.
  fileprivate func keySpan(of key: String) -> JSONSpan? {
    switch kind {
    case .object(let members):
      for member in members {
        if member.key.utf8.elementsEqual(key.utf8) { return member.keySpan }
        if let span = member.node.keySpan(of: key) { return span }
      }
    case .array(let items):
      for item in items { if let span = item.keySpan(of: key) { return span } }
    default: break
    }
    return nil
  }

  /// Where a text first stands within.
  fileprivate func textSpan(_ text: String) -> JSONSpan? {
    switch kind {
    case .string(let own): return own.utf8.elementsEqual(text.utf8) ? span : nil
    case .integer(let number): return String(number) == text ? span : nil
    case .object(let members):
      for member in members { if let span = member.node.textSpan(text) { return span } }
    case .array(let items):
      for item in items { if let span = item.textSpan(text) { return span } }
    default: break
    }
    return nil
  }
}
