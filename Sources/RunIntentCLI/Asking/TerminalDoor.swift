internal import IntentCore
internal import IntentEngine
internal import IntentPipeline

/// The person at the terminal, as the engine asks them.
struct TerminalDoor: FrontDoor {
  let session: Session
  /// Shows how far the run is.
  var display: ProgressDisplay?

  var environment: ToolEnvironment { session.environment }

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
  func authenticate(
    for intents: [String], _ capabilities: [Capability], always: Bool = false
  ) async throws(Failure) {
    try await engine.authenticate(
      for: intents, capabilities, through: TerminalDoor(session: self), always: always)
  }
}

/// The words of the one question at a definition's first use at a terminal.
struct ConsentText {
  let proposal: ConsentProposal
  let session: Session

  func decision(_ answer: String) -> ConsentDecision {
    switch answer {
    case "1": .once
    case "2" where !proposal.isForOnce: .always([.here])
    case "3" where !proposal.isForOnce: .always(Who.common)
    default: .refused
    }
  }

  var text: String {
    let say = session.text
    var text = heading + "\n"
    text += proposal.difference?.text(session) ?? ""
    text += proposal.trust.touched(session)
    if proposal.isForOnce { text += values }
    text += "  1  \(say("once"))\n"
    if proposal.isForOnce {
      text += "     \(say("never always: a caller chooses what it touches"))\n"
    } else {
      text += "  2  \(say("always, when I am here"))\n"
      text += "  3  \(say("always, also unattended"))\n"
    }
    text += "  n  \(say("no"))\n"
    return text + "\(say("Allow this?")) [\(proposal.isForOnce ? "1/N" : "1/2/3/N")] "
  }

  private var heading: String {
    let words =
      switch proposal.question.reason {
      case .notAllowed where proposal.known == nil, .denied:
        "${intent} wants to run, for the first time: ${file}"
      case .notAllowed: "${intent} was not allowed all of this before: ${file}"
      case .changed where proposal.known?.source == proposal.file.bytes:
        "What ${intent} names has changed since it was allowed: ${file}"
      case .changed: "${intent} has changed since it was allowed: ${file}"
      case .expired: "What ${intent} was allowed has expired: ${file}"
      case .usedUp: "What ${intent} was allowed is used up: ${file}"
      }
    let place = session.display(proposal.file.path).cleaned(.quoted)
    return session.text(words, ["intent": .string(proposal.question.intent), "file": .string(place)])
  }

  /// The values of this call, whole, a line each.
  private var values: String {
    guard let resolved = proposal.resolved else { return "" }
    return resolved.values.members.map { member in
      let isSecret = resolved.definition.parameter(named: member.key)?.isSecret ?? false
      let value = isSecret ? "***" : member.value.plainText ?? member.value.json()
      return "  --\(member.key) \(value.cleaned(.quoted))\n"
    }.joined()
  }
}
