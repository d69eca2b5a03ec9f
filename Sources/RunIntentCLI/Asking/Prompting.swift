internal import IntentCore
internal import IntentEngine
internal import IntentPipeline

extension TerminalDoor {
  /// Puts the questions for missing values to the person at the terminal, one after the other; `nil` when nobody
  /// answers. Fails with what was wrong with the last answer when none was right.
  func values(for asked: ParameterQuestions) async throws(Failure) -> [SuppliedArgument]? {
    display?.erase()
    var answers: [SuppliedArgument] = []
    for question in asked.questions {
      guard let parameter = asked.definition.parameter(named: question.parameter),
        let answer = try await answer(question, parameter, asked.read)
      else { return nil }
      answers.append(answer)
    }
    return answers
  }

  private func answer(
    _ asked: Question.ValueQuestion, _ parameter: Parameter,
    _ read: (Parameter, SuppliedArgument) async throws(Failure) -> Resolver.Reading
  ) async throws(Failure) -> SuppliedArgument? {
    var question = asked
    var failure: Failure? = question.otherwise.map { Failure([$0]) }
    for _ in 0..<ToolEnvironment.attempts {
      let note = failure.map { session.faults($0) } ?? ""
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
      text += "  \(index + 1)  \(choice.shown(as: choice.word))\n"
    }
    let rest = question.choices.count - Self.shownChoices
    if rest > 0 {
      text += "  \(session.text("and ${count} more: type the first letters", ["count": .integer(rest)]))\n"
    }
    return text + "> "
  }
}

extension Choice {
  /// Its title, and in brackets the word that picks it.
  func shown(as word: String) -> String {
    (title.map { $0 == word ? word : "\($0) (\(word))" } ?? word).cleaned(.line)
  }
}

extension ToolEnvironment {
  /// How often one value is asked for.
  static let attempts = 3

  /// Asks for a decision, in small letters without the blanks around it; the last line of the text is asked again when
  /// something else than typed keys came. What does not fit the screen is shown page by page, and the question comes
  /// with the last.
  func decide(_ text: String, _ say: Localizer) -> String? {
    var pages = QuestionPages(text, rows: rows(), columns: streams.width).pages[...]
    let next = say("Enter shows the rest, n is no: ")
    while pages.count > 1, let page = pages.popFirst() {
      guard let answer = decide(once: page + next, say) else { return nil }
      if !answer.isEmpty { return "n" }
    }
    return decide(once: pages.first ?? text, say)
  }

  private func decide(once text: String, _ say: Localizer) -> String? {
    let line = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last
    let again = say("Only keys that you type count, one after the other.") + "\n"
    guard let answer = decide(text, again + (line.map { String(Substring($0)) } ?? "")) else { return nil }
    var bytes = answer.lowercased().utf8[...]
    while bytes.first == 0x20 { bytes.removeFirst() }
    while bytes.last == 0x20 { bytes.removeLast() }
    return String(Substring(bytes))
  }

  /// Asks for a yes or a no, which is what anything but a yes is; `nil` when nobody answers.
  func ask(_ question: String, _ say: Localizer) -> Bool? {
    decide(question + " [y/N] ", say).map { ["y", "yes"].contains($0) }
  }

  /// One key picks at most so many things.
  static let pickable = 9

  /// Has the person at the terminal pick one of some lines by a key; `nil` when none is picked.
  func pick(_ lines: [String], _ say: Localizer) -> Int? {
    let lines = lines.prefix(Self.pickable)
    var text = ""
    for (index, line) in lines.enumerated() { text += "  \(index + 1)  \(line.cleaned(.line))\n" }
    if lines.count == 1 { return choose(text + say("1 or Enter runs it, Esc none: "), 1) }
    text += say("1 to ${count} runs it, Enter the first, Esc none: ", ["count": .integer(lines.count)])
    return choose(text, lines.count)
  }
}

extension Session {
  /// Has the person at the terminal agree to what is shown, unless that was done beforehand; anything but a yes is a
  /// refusal, which names the command that needs no answer.
  func confirm(
    _ shown: String, _ question: String? = nil, intents: String, command: [String], unless isConfirmed: Bool
  ) throws(Failure) {
    if isConfirmed { return }
    switch environment.ask(shown + (question.map { text($0) } ?? ""), text) {
    case true?: return
    case false?:
      throw Failure(.consentRefused, ["intent": .text(intents), "reason": "the answer was no"])
    case nil:
      let reason = environment.source() == .terminal ? "nobody answered" : "there is no terminal to ask at"
      throw .refused(intents, reason, command: command)
    }
  }
}
