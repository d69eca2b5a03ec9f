package import IntentCore

/// Every rule that a run meets, each looked at on its own, whether or not one before it already decides.
package struct Explanation: Sendable {
  package var rules: [Rule] = []

  /// One rule and what it says.
  package struct Rule: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
      case policy, file, mode, denial
      case bytes
      case bytesOfFile = "bytes-of-file"
      case capability, confirmation, authentication
    }

    /// What was found, in the words of the program; the wording for people is the caller's.
    package enum Finding: String, Sendable, CaseIterable {
      case own
      case writableByOthers = "writable-by-others"
      case made
      case notMade = "not-made"
      case none, denied
      case unchanged, changed
      /// Root put it up for everybody, which is enough.
      case roots
      case notNeeded = "not-needed"
      case allowed
      case notAllowed = "not-allowed"
      case expired
      case usedUp = "used-up"
      case open, confirmed, asks, unconfirmed
      case recorded, authenticated, unlocked, unauthenticated
      case notUnlocked = "not-unlocked"
      /// A rule of the configuration that the run meets and that lets it pass, or asks for authentication.
      case met, tightened
      case otherPeople = "other-people"
      case otherHours = "other-hours"
      case unsandboxed
    }

    package var kind: Kind
    package var finding: Finding
    /// The capability or the path that it is about.
    package var subject: String?
    /// The stored word that decided.
    package var grant: Grant?
    package var at: WallTime?
    /// The rule of the configuration that it is about.
    package var policy: PolicyRule?
  }

  /// Whether the definition, or a file that it names, is not as it was allowed.
  package var isChanged: Bool {
    rules.contains { ($0.kind == .bytes || $0.kind == .bytesOfFile) && $0.finding == .changed }
  }

  package var allows: Bool { rules.allSatisfy { $0.finding.allows } }
}

extension Explanation.Rule.Finding {
  private static let refusals: [Self] = [
    .writableByOthers, .notMade, .denied, .changed, .notAllowed, .expired, .usedUp, .open,
    .unconfirmed, .unauthenticated, .notUnlocked, .otherPeople, .otherHours, .unsandboxed,
  ]

  package var allows: Bool { !Self.refusals.contains(self) }
}

extension Gate {
  /// What a call would touch, with programs by the paths that were allowed.
  package func capabilities(
    of resolved: ResolvedInvocation, entities: [EntityList] = [], for who: Who
  ) throws(Failure) -> [Capability] {
    let definition = resolved.definition
    let trusted = try world.store.standing(of: definition.path, for: who).trust?.files ?? []
    let lookUp = ExecutableLookup.trusted(trusted, else: .path(of: definition, world: world))
    return try registry.capabilities(
      of: resolved.lookingUp(with: lookUp).call, world, entities: entities, for: who)
  }

  /// What `admit` and `authorize` would look at, without deciding.
  package func explain(
    _ definition: IntentDefinition, capabilities: [Capability], _ entry: Entry, canAsk: Bool
  ) throws(Failure) -> Explanation {
    let needed = capabilities.filter { $0.permissionClass != .harmless }
    let needsBytes = try registry.handler(of: definition).descriptor.hasOutput || !needed.isEmpty
    let standing = try world.store.standing(of: definition.path, for: entry.source.who)
    let now = world.clock.wall()
    let verdict = { standing.verdict(on: $0, from: entry.source, at: now) }
    var rules = try self.rules(on: definition, capabilities, from: entry.source).map {
      Rule(
        kind: .policy, finding: $0.finding(in: world, isUnlimited: isUnlimited(definition)),
        subject: $0.place,
        policy: $0)
    }
    let isUnsafe = needsBytes && !entry.concerns.isEmpty
    rules.append(Rule(kind: .file, finding: isUnsafe ? .writableByOthers : .own, subject: definition.path))
    rules.append(Rule(kind: .mode, finding: definition.runs(from: entry.source) ? .made : .notMade))
    let denials = capabilities.compactMap { standing.denial(of: $0, from: entry.source, at: now) }
    if denials.isEmpty { rules.append(Rule(kind: .denial, finding: .none)) }
    rules += denials.map { Rule(kind: .denial, finding: .denied, subject: $0.capability, grant: $0) }
    rules += bytes(of: definition, standing, isNeeded: needsBytes)
    rules += try callees(of: definition, for: entry.source.who)
    rules += capabilities.map { capability in
      guard capability.permissionClass != .harmless else {
        return Rule(kind: .capability, finding: .notNeeded, subject: capability.text)
      }
      let (finding, grant) = verdict(capability).explained
      return Rule(kind: .capability, finding: finding, subject: capability.text, grant: grant)
    }
    let asks: Rule.Finding = entry.isConfirmed ? .confirmed : canAsk ? .asks : .unconfirmed
    rules.append(Rule(kind: .confirmation, finding: definition.confirm == nil ? .none : asks))
    let required = try requiredAuthentication(of: definition, touching: capabilities, from: entry.source)
    let verdicts = needed.filter(\.needsAuthentication).map(verdict)
    rules.append(
      Rule(kind: .authentication, finding: authentication(required, verdicts, entry, canAsk: canAsk)))
    return Explanation(rules: rules)
  }

  private typealias Rule = Explanation.Rule

  /// - Parameter verdicts: Those on what needs an authentication.
  private func authentication(
    _ need: IntentDefinition.Authentication, _ verdicts: [GrantVerdict], _ entry: Entry, canAsk: Bool
  ) -> Rule.Finding {
    let isUnproven = verdicts.contains {
      if case .allowed(let grant) = $0 { !grant.isAuthenticated } else { true }
    }
    if need == .required || isUnproven {
      return entry.isAuthenticated ? .authenticated : canAsk ? .asks : .unauthenticated
    }
    if need == .unlocked { return entry.isUnlocked ? .unlocked : .notUnlocked }
    return verdicts.isEmpty ? .none : .recorded
  }

  private func bytes(of definition: IntentDefinition, _ standing: Standing, isNeeded: Bool) -> [Rule] {
    guard isNeeded else { return [Rule(kind: .bytes, finding: .notNeeded)] }
    let isCurrent = standing.trust?.source == definition.source
    if !isCurrent, world.isRoots(definition) { return [Rule(kind: .bytes, finding: .roots)] }
    guard let trust = standing.trust else { return [Rule(kind: .bytes, finding: .notAllowed)] }
    let own = Rule(kind: .bytes, finding: isCurrent ? .unchanged : .changed, at: trust.recordedAt)
    return [own]
      + trust.files.filter { $0.wording == nil }.map { file in
        let finding: Rule.Finding = file.isUnchanged(world.files) ? .unchanged : .changed
        return Rule(kind: .bytesOfFile, finding: finding, subject: file.path)
      }
  }

  /// The definitions that a workflow runs and that must be as they were allowed.
  private func callees(of workflow: IntentDefinition, for who: Who) throws(Failure) -> [Rule] {
    var rules: [Rule] = []
    for callee in try trustedCallees(of: workflow) {
      let path = callee.definition.path
      let standing = try world.store.standing(of: path, for: who)
      let isTrusted = (try? standing.distrust(of: callee.definition, world) == nil) ?? false
      rules.append(Rule(kind: .bytesOfFile, finding: isTrusted ? .unchanged : .changed, subject: path))
    }
    return rules
  }
}

extension GrantVerdict {
  fileprivate var explained: (Explanation.Rule.Finding, Grant?) {
    switch self {
    case .denied(let grant): (.denied, grant)
    case .allowed(let grant): (.allowed, grant)
    case .expired(let grant): (.expired, grant)
    case .usedUp(let grant): (.usedUp, grant)
    case .notAllowed: (.notAllowed, nil)
    case .open: (.open, nil)
    }
  }
}

extension PolicyRule {
  fileprivate func finding(in world: World, isUnlimited: Bool) -> Explanation.Rule.Finding {
    switch refusal(in: world, isUnlimited: isUnlimited) {
    case .denied: .denied
    case .otherPeople: .otherPeople
    case .otherHours: .otherHours
    case .unsandboxed: .unsandboxed
    case nil: authentication == .none ? .met : .tightened
    }
  }
}
