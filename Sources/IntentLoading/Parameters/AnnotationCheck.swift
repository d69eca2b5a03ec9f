internal import IntentCore
internal import JSONSchema

/// Checks that a parameter's annotations agree with its type and with each other.
struct AnnotationCheck {
  let parameter: Parameter
  let node: JSONNode

  func run(_ log: inout ReadingLog) {
    if let choices = node["choices"] { check(choices, &log) }
    if let file = node["file"], let types = parameter.schema.types, !holdsText(types) {
      log.wrongType("file", file, expected: "left out: the parameter is no text and no list of text")
    }
  }

  private func holdsText(_ types: [ValueType]) -> Bool {
    if types.contains(.string) { return true }
    guard types.contains(.array) else { return false }
    return parameter.schema.itemSchema?.types?.contains(.string) ?? true
  }

  private func check(_ choices: JSONNode, _ log: inout ReadingLog) {
    if parameter.entity != nil {
      log.wrongType("choices", choices, expected: "left out: the values come from \"entity\"")
    }
    guard case .array(let items) = choices.kind else { return }
    let schema = parameter.isArray ? parameter.schema.itemSchema ?? .anything : parameter.schema
    for item in items {
      guard let choice = Choice(json: item.value), !schema.accepts(choice.value) else { continue }
      log.wrongType("choices", item, expected: "a value that the parameter takes")
    }
  }

  /// What is wrong with a default that the list does not have.
  static func faultOfDefault(_ parameter: Parameter) -> Fault? {
    guard case .list(let list)? = parameter.choices, let value = parameter.defaultValue else { return nil }
    let values = parameter.isArray ? value.arrayValue ?? [value] : [value]
    guard let odd = values.first(where: { value in !list.contains { $0.value == value } }) else { return nil }
    return Fault(
      .valueEnum,
      [
        "name": .text(parameter.name), "value": .text(odd.plainText ?? odd.json()),
        "allowed": .list(list.map(\.word)),
      ])
  }
}
