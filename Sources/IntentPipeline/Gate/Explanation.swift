package import IntentCore
internal import Schedules

/// Every rule that a run meets, each looked at on its own, whether or not one before it already decides.
package struct Explanation: Sendable {
  package var rules: [Rule] = []

  /// One rule and what it says.
  package struct Rule: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
      case policy, file, mode, denial, trust
      case trustedFile = "trusted-file"
      case capability, confirmation, authentication
    }

    /// What was found, in the words of the program; the wording for people is the caller's.
    package enum Finding: String, Sendable, CaseIterable {
      case own
      case writableByOthers = "writable-by-others"
      case made
      case notMade = "not-made"
      case none, denied
      case trusted, untrusted, changed, unchanged
      /// Root put it up for everybody, which is enough.
      case roots
      case notNeeded = "not-needed"
      case granted
      case notGranted = "not-granted"
      case expired
      case usedUp = "used-up"
      case open, confirmed, asks, unconfirmed
      case recorded, authenticated, unlocked, unauthenticated
      case notUnlocked = "not-unlocked"
      /// A rule of the configuration that the run meets and that lets it pass, or asks for authentication.
      case met, tightened
      case otherPeople = "other-people"
      case otherHours = "other-hours"
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

  /// Whether the definition, or a file that it names, is not as it was trusted.
  package var isChanged: Bool {
    rules.contains { ($0.kind == .trust || $0.kind == .trustedFile) && $0.finding == .changed }
  }

  package var allows: Bool { rules.allSatisfy { $0.finding.allows } }
}

extension Explanation.Rule.Finding {
  package var allows: Bool {
    switch self {
    case .own, .made, .none, .trusted, .roots, .unchanged, .notNeeded, .granted, .confirmed, .asks, .met,
      .tightened,
      .recorded, .authenticated, .unlocked:
      true
    case .writableByOthers, .notMade, .denied, .untrusted, .changed, .notGranted, .expired, .usedUp, .open,
      .unconfirmed, .unauthenticated, .notUnlocked, .otherPeople, .otherHours:
      false
    }
  }
}

extension Gate {
  /// What a call would touch, with programs by the paths that trust recorded.
  package func capabilities(
    of resolved: ResolvedInvocation, entities: [EntityList] = []
  ) throws(Failure) -> [Capability] {
    let definition = resolved.definition
    let trusted = try world.store.standing(of: definition.path).trust?.files ?? []
    let lookUp = ExecutableLookup.trusted(trusted, else: .path(of: definition, world: world))
    return try registry.capabilities(of: resolved.lookingUp(with: lookUp).call, world, entities: entities)
  }

  /// What `admit` and `authorize` would look at, without deciding.
  ///
  /// - Parameter canAsk: Whether somebody could confirm when asked.
  package func explain(
    _ definition: IntentDefinition, capabilities: [Capability], _ entry: Entry, canAsk: Bool
  ) throws(Failure) -> Explanation {
    let handler = try registry.handler(of: definition)
    let needed = capabilities.filter { $0.permissionClass != .harmless }
    let needsTrust = handler.descriptor.hasOutput || !needed.isEmpty
    let standing = try world.store.standing(of: definition.path)
    let now = world.clock.wall()
    var rules: [Explanation.Rule] = []
    func add(_ kind: Explanation.Rule.Kind, _ finding: Explanation.Rule.Finding, _ subject: String? = nil) {
      rules.append(Explanation.Rule(kind: kind, finding: finding, subject: subject))
    }
    for rule in try self.rules(on: definition, capabilities, from: entry.source) {
      rules.append(
        Explanation.Rule(
          kind: .policy, finding: rule.finding(in: world), subject: rule.place, policy: rule))
    }
    let isUnsafe = needsTrust && !entry.concerns.isEmpty
    add(.file, isUnsafe ? .writableByOthers : .own, definition.path)
    let mode: IntentDefinition.Mode = entry.source == .terminal ? .interactive : .headless
    add(.mode, definition.modes.contains(mode) ? .made : .notMade)
    let denials = capabilities.compactMap { standing.denial(of: $0, from: entry.source, at: now) }
    if denials.isEmpty { add(.denial, .none) }
    rules += denials.map {
      Explanation.Rule(kind: .denial, finding: .denied, subject: $0.capability, grant: $0)
    }
    rules += trust(of: definition, standing, isNeeded: needsTrust)
    rules += try callees(of: definition)
    for capability in capabilities {
      guard capability.permissionClass != .harmless else {
        add(.capability, .notNeeded, capability.text)
        continue
      }
      rules.append(Self.rule(capability, standing.verdict(on: capability, from: entry.source, at: now)))
    }
    let confirmation: Explanation.Rule.Finding =
      definition.confirm == nil
      ? .none : entry.isConfirmed ? .confirmed : canAsk ? .asks : .unconfirmed
    add(.confirmation, confirmation)
    let verdicts = needed.filter(\.needsAuthentication).map {
      standing.verdict(on: $0, from: entry.source, at: now)
    }
    let required = try requiredAuthentication(of: definition, touching: capabilities, from: entry.source)
    add(.authentication, authentication(required, verdicts, entry, canAsk: canAsk))
    return Explanation(rules: rules)
  }

  /// - Parameter verdicts: Those on what needs an authentication.
  private func authentication(
    _ need: IntentDefinition.Authentication, _ verdicts: [GrantVerdict], _ entry: Entry, canAsk: Bool
  ) -> Explanation.Rule.Finding {
    let isUnproven = verdicts.contains {
      if case .granted(let grant) = $0 { !grant.isAuthenticated } else { true }
    }
    if need == .required || isUnproven {
      return entry.isAuthenticated ? .authenticated : canAsk ? .asks : .unauthenticated
    }
    if need == .unlocked { return entry.isUnlocked ? .unlocked : .notUnlocked }
    return verdicts.isEmpty ? .none : .recorded
  }

  private func trust(
    of definition: IntentDefinition, _ standing: Standing, isNeeded: Bool
  ) -> [Explanation.Rule] {
    guard isNeeded else { return [Explanation.Rule(kind: .trust, finding: .notNeeded)] }
    let isCurrent = standing.trust?.source == definition.source
    if !isCurrent, world.isRoots(definition) { return [Explanation.Rule(kind: .trust, finding: .roots)] }
    guard let trust = standing.trust else { return [Explanation.Rule(kind: .trust, finding: .untrusted)] }
    var rules = [
      Explanation.Rule(kind: .trust, finding: isCurrent ? .trusted : .changed, at: trust.recordedAt)
    ]
    rules += trust.files.map { file in
      Explanation.Rule(
        kind: .trustedFile, finding: file.isUnchanged(world.files) ? .unchanged : .changed,
        subject: file.path)
    }
    return rules
  }

  /// The definitions that a workflow runs and that must be as they were trusted.
  private func callees(of workflow: IntentDefinition) throws(Failure) -> [Explanation.Rule] {
    var rules: [Explanation.Rule] = []
    if workflow.workflow == nil { return rules }
    for callee in try trustedCallees(of: workflow) {
      let path = callee.definition.path
      let standing = try world.store.standing(of: path)
      var isTrusted = false
      do throws(Failure) {
        isTrusted = try standing.distrust(of: callee.definition, world) == nil
      } catch {}
      rules.append(
        Explanation.Rule(kind: .trustedFile, finding: isTrusted ? .unchanged : .changed, subject: path))
    }
    return rules
  }

  private static func rule(_ capability: Capability, _ verdict: GrantVerdict) -> Explanation.Rule {
    var rule = Explanation.Rule(kind: .capability, finding: .open, subject: capability.text)
    switch verdict {
    case .denied(let grant): (rule.finding, rule.grant) = (.denied, grant)
    case .granted(let grant): (rule.finding, rule.grant) = (.granted, grant)
    case .expired(let grant): (rule.finding, rule.grant) = (.expired, grant)
    case .usedUp(let grant): (rule.finding, rule.grant) = (.usedUp, grant)
    case .notGranted: rule.finding = .notGranted
    case .open: rule.finding = .open
    }
    return rule
  }
}

extension PolicyRule {
  fileprivate func finding(in world: World) -> Explanation.Rule.Finding {
    switch refusal(in: world) {
    case .denied: .denied
    case .otherPeople: .otherPeople
    case .otherHours: .otherHours
    case nil: authentication == .none ? .met : .tightened
    }
  }
}
