internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// The one question at a definition's first use at a terminal: its exact bytes, the files with it, and all that its
/// parameters can lead to.
struct Consent: Sendable {
  /// What a person may answer.
  private enum Choice {
    case once
    case always([RunSource])
  }

  /// A change is shown with at most so many lines.
  private static let shownLines = 20

  private let question: Question.ConsentQuestion
  private let file: SourceFile
  private let proposal: TrustProposal
  private let standing: Standing
  private let session: Session

  /// Fails where what it needs is not there.
  init(_ question: Question.ConsentQuestion, _ file: SourceFile, _ session: Session) async throws(Failure) {
    self.question = question
    self.file = file
    self.session = session
    standing = try session.world.store.standing(of: file.path)
    var proposal = try await TrustProposal.complete(
      of: file, id: question.intent, sources: [.terminal], session)
    for capability in question.missing where capability.permissionClass != .harmless {
      if !proposal.capabilities.contains(capability) { proposal.capabilities.append(capability) }
    }
    self.proposal = proposal
  }

  /// Whether a caller chooses what it touches, so that no standing word can cover it.
  var isForOnce: Bool { proposal.capabilities.contains(where: \.isOpen) }

  /// Asks, and records the answer or allows this run alone; fails when the answer is no.
  ///
  /// - Parameter resolved: The call with its values, which are shown where they decide.
  func ask(_ resolved: ResolvedInvocation?, _ entry: inout Entry) async throws(Failure) {
    guard let answer = session.environment.decide(await text(resolved), session.text) else {
      throw Failure(unanswered: [.consent(question)], intent: question.intent)
    }
    switch choice(answer) {
    case .once?:
      entry.allowance = Allowance(
        trust: proposal.trust, capabilities: proposal.capabilities, values: resolved?.values,
        callees: proposal.callees.map(\.trust))
    case .always(let sources)?:
      if proposal.capabilities.contains(where: \.needsAuthentication) {
        try await session.authenticate(for: [question.intent], proposal.capabilities)
        entry.isAuthenticated = true
      }
      var recorded = proposal
      recorded.sources = sources
      try recorded.record(session)
    case nil:
      throw Failure(
        .consentRefused, ["intent": .text(question.intent), "reason": "the answer was no"])
    }
  }

  private func choice(_ answer: String) -> Choice? {
    switch answer {
    case "1": .once
    case "2" where !isForOnce: .always([.terminal])
    case "3" where !isForOnce: .always(RunSource.named)
    default: nil
    }
  }

  private func text(_ resolved: ResolvedInvocation?) async -> String {
    let say = session.text
    var text = heading + "\n"
    if let trust = standing.trust {
      let difference = await TrustDifference(
        from: trust.source, trusted: trust.files, to: file, files: proposal.trust.files, id: question.intent,
        session.engine)
      text += difference.text(session, limit: Self.shownLines)
    }
    text += proposal.touched(session)
    if isForOnce { text += values(resolved) }
    text += "  1  \(say("once"))\n"
    if isForOnce {
      text += "     \(say("never always: a value that takes any text decides what it touches"))\n"
    } else {
      text += "  2  \(say("always, from terminals"))\n"
      text += "  3  \(say("always, also from scripts and timers"))\n"
    }
    text += "  n  \(say("no"))\n"
    return text + "\(say("Allow this?")) [\(isForOnce ? "1/N" : "1/2/3/N")] "
  }

  private var heading: String {
    let words =
      switch question.reason {
      case .untrusted, .denied: "${intent} was never allowed before: ${file}"
      case .changed where standing.trust?.source == file.bytes:
        "What ${intent} names changed since it was trusted: ${file}"
      case .changed: "${intent} changed since it was trusted: ${file}"
      case .notGranted: "${intent} was not allowed all of this before: ${file}"
      case .expired: "What ${intent} was allowed has expired: ${file}"
      case .usedUp: "What ${intent} was allowed is used up: ${file}"
      }
    let place = session.display(file.path).cleaned(.quoted)
    return session.text(words, ["intent": .string(question.intent), "file": .string(place)])
  }

  /// The values of this call, a line each.
  private func values(_ resolved: ResolvedInvocation?) -> String {
    guard let resolved else { return "" }
    return resolved.values.members.map { member in
      let isSecret = resolved.definition.parameter(named: member.key)?.isSecret ?? false
      let value = isSecret ? "***" : member.value.plainText ?? member.value.json()
      return "  --\(member.key) \(value.shortenedInside.cleaned(.quoted))\n"
    }.joined()
  }
}
