internal import IntentCore
internal import IntentPipeline
internal import IntentRendering

/// Puts the questions for missing values to the person at the terminal, one after the other.
struct Prompting: Sendable {
  /// How often one value is asked for.
  static let attempts = 3

  let environment: ToolEnvironment
  let style: Style
  let say: Localizer
  /// Reads one answer as the call itself will be read.
  let read: @Sendable (Parameter, SuppliedArgument) async throws(Failure) -> Resolver.Reading

  /// The answers to all questions; `nil` when nobody answers. Fails with what was wrong with the last answer
  /// when none was right.
  func answers(
    _ questions: [Question.ValueQuestion], _ definition: IntentDefinition
  ) async throws(Failure) -> [SuppliedArgument]? {
    var answers: [SuppliedArgument] = []
    for question in questions {
      guard let parameter = definition.parameter(named: question.parameter),
        let answer = try await answer(question, parameter)
      else { return nil }
      answers.append(answer)
    }
    return answers
  }

  private func answer(
    _ asked: Question.ValueQuestion, _ parameter: Parameter
  ) async throws(Failure) -> SuppliedArgument? {
    var question = asked
    var failure: Failure? = question.otherwise.map { Failure([$0]) }
    for _ in 0..<Self.attempts {
      let note = failure.map { FaultRenderer(style: style, text: say).text($0) } ?? ""
      guard let text = environment.prompt(note + text(question), question.isSecret) else {
        try await noticeInterruption()
        return nil
      }
      do throws(Failure) {
        let content = try AnswerReading(question: question, parameter: parameter).content(text)
        let argument = SuppliedArgument(
          name: parameter.name, content: content, spelling: "--\(parameter.name)")
        switch try await read(parameter, argument) {
        case .value: return argument
        case .question(let next): (question, failure) = (next, next.otherwise.map { Failure([$0]) })
        case .nothing: return nil
        }
      } catch {
        failure = parameter.isSecret ? error.withoutValues : error
      }
    }
    guard let failure else { return nil }
    throw failure
  }

  /// A signal that ended the question is known only when the event loop has had its turn.
  private func noticeInterruption() async throws(Failure) {
    let clock = environment.world.clock
    try await clock.wait(clock.monotonic() + .milliseconds(1), environment.interruption)
  }

  /// More choices than a screen shows.
  private static let shownChoices = 30

  private func text(_ question: Question.ValueQuestion) -> String {
    let prompt = question.prompt.cleaned(.line)
    guard !question.choices.isEmpty else {
      let isSentence = prompt.unicodeScalars.last.map { "?:.!？：。！".unicodeScalars.contains($0) } ?? false
      return prompt + (isSentence ? " " : ": ")
    }
    var text = prompt + "\n"
    for (index, choice) in question.choices.prefix(Self.shownChoices).enumerated() {
      let word = choice.word
      let shown = choice.title.map { $0 == word ? word : "\($0) (\(word))" } ?? word
      text += "  \(index + 1)  \(shown.cleaned(.line))\n"
    }
    let rest = question.choices.count - Self.shownChoices
    if rest > 0 {
      text += "  \(say("and ${count} more: type the first letters", ["count": .integer(rest)]))\n"
    }
    return text + "> "
  }
}

/// What an answer means, given the choices that were shown.
struct AnswerReading {
  let question: Question.ValueQuestion
  let parameter: Parameter

  func content(_ text: String) throws(Failure) -> SuppliedArgument.Content {
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
