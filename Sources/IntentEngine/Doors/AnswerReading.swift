package import IntentCore
package import IntentPipeline

/// What an answer means, given the choices that were shown.
package struct AnswerReading {
  private let question: Question.ValueQuestion
  private let parameter: Parameter

  package init(question: Question.ValueQuestion, parameter: Parameter) {
    self.question = question
    self.parameter = parameter
  }

  package func content(_ text: String) throws(Failure) -> SuppliedArgument.Content {
    guard !question.choices.isEmpty else { return .text(text) }
    let text = text.trimmed
    if text.utf8.isEmpty {
      throw Failure(
        .parameterMissing,
        ["name": .text("--\(parameter.name)"), "allowed": .list(question.choices.map(\.word))],
        parameter: parameter.name)
    }
    guard parameter.isArray else { return .value(try choice(text).value) }
    var values: [Value] = []
    for part in text.utf8.split(separator: UInt8(ascii: ",")) {
      values.append(try choice(String(Substring(part)).trimmed).value)
    }
    return .value(.array(values))
  }

  /// By value, number, name, or first letters.
  private func choice(_ text: String) throws(Failure) -> Choice {
    let choices = question.choices
    if let exact = choices.first(where: { $0.words[0].utf8.elementsEqual(text.utf8) }) { return exact }
    if case .integer(let number) = JSONNumber.read(Array(text.utf8)[...]),
      choices.indices.contains(number - 1)
    {
      return choices[number - 1]
    }
    var pick = Pick.find(text, among: choices)
    if case .none = pick, let begun = Pick.begun(text, among: choices) { pick = begun }
    switch pick {
    case .one(let choice): return choice
    case .several(let matches):
      throw Failure(
        .entityAmbiguous,
        ["name": .text("--\(parameter.name)"), "value": .text(text), "allowed": .list(matches.map(\.word))],
        parameter: parameter.name)
    case .none(let near):
      throw Failure(
        .valueEnum,
        [
          "name": .text("--\(parameter.name)"), "value": .text(text), "allowed": .list(choices.map(\.word)),
          "suggestion": .text(near ?? ""),
        ], parameter: parameter.name)
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var bytes = utf8[...]
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(Substring(bytes))
  }
}
