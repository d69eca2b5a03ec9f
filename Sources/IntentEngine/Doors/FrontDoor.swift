package import IntentCore
package import IntentPipeline

/// Whoever entered a call: the engine asks through it alone. By default nobody answers, so that a door without a
/// person says no more than that it is one.
package protocol FrontDoor: Sendable {
  /// Values for parameters, all or `nil` where nobody answers; each is read by `read` as the call itself will be.
  /// Fails with what was wrong with the last answer when none was right.
  func values(for questions: ParameterQuestions) async throws(Failure) -> [SuppliedArgument]?
  /// What a person answers to what the first use of a definition asks; `nil` where nobody answers.
  func decide(_ proposal: ConsentProposal) async -> ConsentDecision?
  /// A yes or a no; `nil` where nobody answers.
  func confirms(_ confirmation: ConfirmationRequest) async -> Bool?
  /// Has the person prove who they are; where nobody may be asked, only what is already known counts.
  func authenticate(for intents: [String], mayAsk: Bool) async -> Proof
  /// Whether the screen of the login session is not locked; `nil` when it cannot be told.
  func isUnlocked() async -> Bool?
  /// A run begins; its title is in the language of the call.
  func begins(_ title: String)
  /// What the work says of itself; the share that is done is from 0 to 1.
  func progress(_ text: String, _ fraction: Double?)
}

extension FrontDoor {
  package func values(for questions: ParameterQuestions) async throws(Failure) -> [SuppliedArgument]? { nil }
  package func decide(_ proposal: ConsentProposal) async -> ConsentDecision? { nil }
  package func confirms(_ confirmation: ConfirmationRequest) async -> Bool? { nil }
  package func authenticate(for intents: [String], mayAsk: Bool) async -> Proof {
    .denied("an authentication is needed, and there is no terminal to ask at")
  }
  package func isUnlocked() async -> Bool? { nil }
  package func begins(_ title: String) {}
  package func progress(_ text: String, _ fraction: Double?) {}
}

/// Where nobody can be asked.
package struct ClosedDoor: FrontDoor { package init() {} }

/// What a caller says of one run besides the values of its parameters.
package struct RunTerms: Sendable {
  package var source: RunSource
  /// Ends the run after this time, else the definition says when.
  package var timeout: Duration?
  package var isConfirmed: Bool
  /// Whether the person who called may be asked.
  package var asks: Bool
  /// A key to a door that the caller gave; what a handler runs never has it.
  package var key: PresentedKey?

  package init(source: RunSource, isConfirmed: Bool = false, asks: Bool = false) {
    (self.source, self.isConfirmed, self.asks) = (source, isConfirmed, asks)
  }
}

/// The parameters of a call that lack a value.
package struct ParameterQuestions: Sendable {
  package let definition: IntentDefinition
  package let questions: [Question.ValueQuestion]
  /// Reads one answer as the call itself will be read.
  package let read: @Sendable (Parameter, SuppliedArgument) async throws(Failure) -> Resolver.Reading
}

/// What the definition asks before it does its work.
package struct ConfirmationRequest: Sendable {
  /// What is to happen; `nil` where the definition does not say.
  package let summary: String?
  package let question: String
}

extension Question.ValueQuestion {
  /// What an answer means, given the choices that were shown.
  package func content(of answer: String, to parameter: Parameter) throws(Failure) -> SuppliedArgument.Content
  {
    guard !choices.isEmpty else { return .text(answer) }
    let answer = answer.utf8.trimmed
    if answer.isEmpty {
      throw Failure(
        .parameterMissing, ["name": .text("--\(parameter.name)"), "allowed": .list(choices.map(\.word))],
        parameter: parameter.name)
    }
    guard parameter.isArray else { return .value(try choice(String(Substring(answer)), of: parameter).value) }
    var values: [Value] = []
    for part in answer.split(separator: UInt8(ascii: ",")) {
      values.append(try choice(String(Substring(part.trimmed)), of: parameter).value)
    }
    return .value(.array(values))
  }

  /// By value, number, name, or first letters.
  private func choice(_ text: String, of parameter: Parameter) throws(Failure) -> Choice {
    if let exact = choices.first(where: { $0.words[0].utf8.elementsEqual(text.utf8) }) { return exact }
    if case .integer(let number) = JSONNumber.read(Array(text.utf8)[...]),
      choices.indices.contains(number - 1)
    {
      return choices[number - 1]
    }
    var pick = Pick.find(text, among: choices)
    if case .none = pick, let begun = Pick.begun(text, among: choices) { pick = begun }
    let (name, value) = (FaultArgument.text("--\(parameter.name)"), FaultArgument.text(text))
    switch pick {
    case .one(let choice): return choice
    case .several(let matches):
      throw Failure(
        .entityAmbiguous, ["name": name, "value": value, "allowed": .list(matches.map(\.word))],
        parameter: parameter.name)
    case .none(let near):
      let allowed = FaultArgument.list(choices.map(\.word))
      throw Failure(
        .valueEnum, ["name": name, "value": value, "allowed": allowed, "suggestion": .text(near ?? "")],
        parameter: parameter.name)
    }
  }
}

extension Engine {
  /// Has the person prove who they are before what needs it is recorded; nothing to do where nothing does.
  package func authenticate(
    for intents: [String], _ capabilities: [Capability], through door: any FrontDoor, always: Bool = false
  ) async throws(Failure) {
    let needing = always ? capabilities : capabilities.filter(\.needsAuthentication)
    if needing.isEmpty, !always { return }
    if case .denied(let reason) = await door.authenticate(for: intents, mayAsk: true) {
      throw Failure(
        .permissionDenied,
        [
          "intent": .text(intents.joined(separator: ", ")), "missing": .capabilities(needing),
          "reason": .text(reason),
        ])
    }
  }
}
