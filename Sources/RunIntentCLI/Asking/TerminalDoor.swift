internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentRendering

/// The person at the terminal, as the engine asks them.
struct TerminalDoor: FrontDoor {
  let session: Session
  /// Shows how far the run is.
  var display: ProgressDisplay?

  private var environment: ToolEnvironment { session.environment }

  func values(for asked: ParameterQuestions) async throws(Failure) -> [SuppliedArgument]? {
    display?.erase()
    return try await Prompting(
      environment: environment, style: session.style(forErrors: true), say: session.text, read: asked.read
    ).answers(asked.questions, asked.definition)
  }

  func decide(_ proposal: ConsentProposal) async -> ConsentDecision? {
    display?.erase()
    let question = ConsentText(proposal: proposal, session: session)
    return environment.decide(question.text, session.text).map(question.decision)
  }

  /// What is to happen, then what the definition asks; values in it are not the definition's.
  func confirms(_ confirmation: ConfirmationRequest) async -> Bool? {
    display?.erase()
    let summary = (confirmation.summary ?? "").cleaned(.quoted)
    let question = confirmation.question.cleaned(.quoted)
    let isQuestion = question.unicodeScalars.last.map { $0 == "?" || $0 == "？" } ?? false
    let lead = confirmation.summary == nil || summary == question ? "" : "\(summary)\n"
    return environment.ask("\(lead)\(question)\(isQuestion ? "" : "?")", session.text)
  }

  /// What sudo asks has `%p` for the user whose password it wants.
  func authenticate(for intents: [String], mayAsk: Bool) async -> Proof {
    display?.erase()
    let names = intents.joined(separator: ", ").cleaned(.quoted).replacingPercent
    let prompt = session.text("Password of ${user} for ${intent}:", ["user": "%p", "intent": .string(names)])
    return await environment.authenticator.authenticate(prompt + " ", mayAsk)
  }

  func isUnlocked() async -> Bool? { await environment.authenticator.isUnlocked() }

  func begins(_ title: String) { display?.begin(title) }

  func progress(_ text: String, _ fraction: Double?) { display?.report(text, fraction) }
}

extension String {
  /// With `%%` for `%`, as sudo's prompt wants it.
  fileprivate var replacingPercent: String {
    String(decoding: utf8.flatMap { $0 == UInt8(ascii: "%") ? [$0, $0] : [$0] }, as: UTF8.self)
  }
}

extension Session {
  /// Has the person prove who they are before what needs it is recorded; nothing to do where nothing does.
  func authenticate(for intents: [String], _ capabilities: [Capability]) async throws(Failure) {
    try await engine.authenticate(for: intents, capabilities, through: TerminalDoor(session: self))
  }
}
