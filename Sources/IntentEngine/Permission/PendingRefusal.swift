package import IntentCore
internal import IntentLoading
internal import IntentPipeline

/// A refusal that a person's word would mend, by the number that its run has in the journal.
package struct PendingRefusal: Sendable {
  package let number: Int
  package let intent: String
  package let path: String
  package let source: RunSource
  package let at: WallTime
  /// What was missing, in text form.
  package let missing: [String]

  package var who: Who { source.who }

  /// Refusals are kept on the list for so long, and so many rows of the journal are looked at.
  private static let time = Duration.seconds(86_400)
  private static let rows = 500
  private static let codes = [FaultCode.permissionDenied, .definitionChanged, .fileChanged, .fileAppeared]
    .map(
      \.id)

  /// Those that nobody has decided yet, the latest first, one for each thing that was missing.
  package static func all(_ engine: Engine) async throws(Failure) -> [PendingRefusal] {
    let now = engine.world.clock.wall()
    let records = try engine.world.store.runs(JournalQuery(limit: rows, states: [.denied]))
    var pending: [PendingRefusal] = []
    for record in records where now < record.start.at + time {
      guard let refusal = PendingRefusal(record), !pending.contains(where: refusal.isSame),
        try await refusal.isOpen(now, engine)
      else { continue }
      pending.append(refusal)
    }
    return pending
  }

  /// The one of a number; fails where there is none, or none any more.
  package static func find(_ number: Int, _ engine: Engine) async throws(Failure) -> PendingRefusal {
    guard let refusal = try await all(engine).first(where: { $0.number == number }) else {
      throw Failure(.notPending, ["number": .integer(number)])
    }
    return refusal
  }

  private init?(_ record: RunRecord) {
    let start = record.start
    // What a denial or a rule refused, and what asks who is there at each run, no allowance mends.
    let isOver = ["denied", "authentication"].contains { start.rule.utf8.starts(with: $0.utf8) }
    guard let code = record.end?.code, Self.codes.contains(code), !isOver else { return nil }
    (number, intent, path, source, at) = (record.run, start.intent, start.path, start.source, start.at)
    missing = start.capabilities
  }

  private func isSame(_ other: PendingRefusal) -> Bool {
    other.path.utf8.elementsEqual(path.utf8) && other.who == who && other.missing == missing
  }

  private func isOpen(_ now: WallTime, _ engine: Engine) async throws(Failure) -> Bool {
    guard let (file, id) = try? engine.library.definition(path),
      let definition = try? engine.library.load(file, id: id).definition
    else { return false }
    let standing = try engine.world.store.standing(of: file.path, for: who)
    func isAbout(_ grant: Grant, _ text: String) -> Bool {
      grant.isAbout(text) && grant.isAbout(source) && !grant.hasExpired(at: now)
    }
    if missing.contains(where: { text in standing.grants.contains { $0.isDenial && isAbout($0, text) } }) {
      return false
    }
    guard (try? standing.distrust(of: definition, engine.world)) == .some(nil) else { return true }
    return !missing.allSatisfy { text in
      standing.permissions.contains { isAbout($0, text) && $0.usesLeft != 0 }
    }
  }

  /// What would allow precisely what was missing.
  package func allowance(_ engine: Engine) async throws(Failure) -> AllowProposal {
    let (file, id) = try engine.library.definition(path)
    let definition = try engine.library.load(file, id: id).definition
    let needed = try await engine.claims(of: definition).capabilities.filter { capability in
      missing.contains { $0.utf8.elementsEqual(capability.text.utf8) }
    }
    var proposal = try await AllowProposal.make(of: file, id: id, AllowTerms([who]), needing: needed, engine)
    guard needed.count == missing.count else { throw Failure(.notPending, ["number": .integer(number)]) }
    try await proposal.complete(file, id, engine)
    return proposal
  }

  /// What would deny it from now on.
  package func denial(_ engine: Engine) async throws(Failure) -> DenyProposal {
    try await DenyProposal.make(for: path, AllowTerms([who], only: missing), engine)
  }
}
