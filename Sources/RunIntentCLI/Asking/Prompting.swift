internal import IntentCore
internal import IntentEngine
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
        let content = try question.content(of: text, to: parameter)
        let argument = SuppliedArgument(name: parameter.name, content: content)
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
