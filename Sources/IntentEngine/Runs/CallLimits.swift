package import IntentCore
internal import IntentPipeline

extension RunTerms {
  /// Acts as if the call was entered from elsewhere; only a terminal may, as all else would be more than is true.
  package mutating func act(as wanted: RunSource) throws(Failure) {
    guard source == .terminal || wanted == source else {
      throw Failure(.sourceRaised, ["value": .text(wanted.text), "source": .text(source.text)])
    }
    source = wanted
  }
}

extension IntentCall {
  /// Faults for required parameters that neither the caller gave nor an intent before it in a chain could fill.
  package var unfilled: [Fault] {
    let open = definition.parameters.filter { parameter in
      parameter.isRequired && parameter.input == .never && !given.contains { $0.name == parameter.name }
    }
    let questions = open.map { parameter -> Question in
      .value(
        Question.ValueQuestion(parameter: parameter.name, prompt: "", choices: parameter.staticChoices ?? []))
    }
    return Failure(unanswered: questions, intent: definition.id).faults
  }
}
