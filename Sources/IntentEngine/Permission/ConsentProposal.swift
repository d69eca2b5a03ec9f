package import IntentCore
package import IntentPipeline

/// The one question at a definition's first use: its exact bytes, the files with it, and all that its parameters can
/// lead to.
package struct ConsentProposal: Sendable {
  package let question: Question.ConsentQuestion
  package let trust: AllowProposal
  /// What was recorded before, `nil` where nothing was.
  package let known: TrustRecord?
  package let file: SourceFile
  /// What is otherwise than it was allowed.
  package private(set) var difference: TrustDifference?
  /// The values of this call, which are shown where they decide.
  package private(set) var resolved: ResolvedInvocation?

  /// Fails where what it needs is not there.
  init(_ question: Question.ConsentQuestion, _ file: SourceFile, _ engine: Engine) async throws(Failure) {
    (self.question, self.file) = (question, file)
    known = try engine.world.store.standing(of: file.path, for: question.source.who).trust
    var trust = try await AllowProposal.complete(
      of: file, id: question.intent, AllowTerms([question.source.who]), engine)
    for capability in question.missing where capability.permissionClass != .harmless {
      if !trust.capabilities.contains(capability) { trust.capabilities.append(capability) }
    }
    self.trust = trust
  }

  /// Whether a caller chooses what it touches, so that no lasting word can cover it.
  package var isForOnce: Bool { trust.capabilities.contains(where: \.isOpen) }

  /// Adds the values and the difference, which are shown besides.
  mutating func complete(_ resolved: ResolvedInvocation?, _ engine: Engine) async {
    self.resolved = resolved
    guard let known else { return }
    difference = await TrustDifference(
      from: known.source, trusted: known.files, to: file, files: trust.trust.files, id: question.intent,
      engine)
  }

  /// Records the answer, or allows this run alone; fails when the answer is no.
  func apply(
    _ decision: ConsentDecision, _ entry: inout Entry, _ engine: Engine, _ door: any FrontDoor
  ) async throws(Failure) {
    switch decision {
    case .once:
      entry.allowance = Allowance(
        trust: trust.trust, capabilities: trust.capabilities, values: resolved?.values,
        callees: trust.callees.map(\.trust))
    case .always(let whos) where !isForOnce:
      if trust.capabilities.contains(where: \.needsAuthentication) {
        try await engine.authenticate(for: [question.intent], trust.capabilities, through: door)
        entry.isAuthenticated = true
      }
      var recorded = trust
      recorded.terms.whos = whos
      try recorded.record(in: engine.world.store)
    case .always, .refused:
      throw Failure(.consentRefused, ["intent": .text(question.intent), "reason": "the answer was no"])
    }
  }
}

/// What a person answers to a `ConsentProposal`.
package enum ConsentDecision: Sendable, Equatable {
  case once
  case always([Who])
  case refused
}
