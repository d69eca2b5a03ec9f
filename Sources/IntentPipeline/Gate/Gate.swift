package import IntentCore

/// A call that the gate let pass; nothing else can make one.
package struct AuthorizedInvocation: Sendable {
  package fileprivate(set) var resolved: ResolvedInvocation
  package let handler: any Handler
  package let capabilities: [Capability]
  /// The rule that let it pass, for the journal.
  package let rule: String
  package let warnings: [Fault]
  /// The permissions of which the run uses one up.
  package let redeems: [Grant]
  /// What the run redeems the caller's key for.
  package let key: KeyUse?
  /// What a person allowed for this run alone.
  let allowance: Allowance?

  package var call: HandlerCall { resolved.call }
  package var definition: IntentDefinition { resolved.definition }

  fileprivate init(
    _ resolved: ResolvedInvocation, _ handler: any Handler, _ capabilities: [Capability], _ permit: Permit,
    _ entry: Entry, key: KeyUse?
  ) {
    (self.resolved, self.handler, self.capabilities) = (resolved, handler, capabilities)
    rule = permit.rule
    warnings = permit.isHarmless ? entry.concerns : []
    redeems = permit.redeems
    self.key = key
    allowance = entry.allowance
  }

  /// The class of what it touches that needs most.
  var highestClass: Capability.Class { capabilities.reduce(.harmless) { max($0, $1.permissionClass) } }

  var hasSecrets: Bool { !definition.secrets.isEmpty || definition.takesSecrets }

  /// The same with secrets in their places, for the handler alone.
  func revealing(_ secrets: ValueObject) -> AuthorizedInvocation {
    var copy = self
    copy.resolved = resolved.revealing(secrets)
    return copy
  }
}

/// A definition that may be looked at with a caller's values; only the gate makes one.
package struct Admission: Sendable {
  package let definition: IntentDefinition
  package let handler: any Handler
  /// What the store says, where it had to be asked; `fileprivate`, as then is the making of this type.
  fileprivate let standing: Standing?

  /// Programs by the paths that were allowed.
  fileprivate func lookUp(_ world: World) -> ExecutableLookup {
    .trusted(standing?.trust?.files ?? [], else: .path(of: definition, world: world))
  }
}

/// The one gate that every run passes, however it was entered; an error in any step denies.
package struct Gate: Sendable {
  package var world: World
  package var registry: HandlerRegistry

  package init(world: World, registry: HandlerRegistry) {
    self.world = world
    self.registry = registry.served(world)
  }

  /// The first half, before any parameter is looked at: rules of the configuration, the mode, and an allowance for
  /// the definition's bytes where the handler starts programs.
  ///
  /// Never asks: what is missing comes back as questions.
  package func admit(_ definition: IntentDefinition, _ entry: Entry) -> Resolution<Admission> {
    do throws(Failure) {
      let handler = try registry.handler(of: definition)
      try refuse(definition, [], entry, by: .whole)
      try definition.requireMode(for: entry.source)
      guard handler.descriptor.hasOutput else {
        return .ready(Admission(definition: definition, handler: handler, standing: nil))
      }
      let standing = try standing(of: definition, entry)
      let admission = Admission(definition: definition, handler: handler, standing: standing)
      if try hasPolicy() { try refuse(definition, unfilledClaims(admission), entry, by: .capabilities) }
      try entry.concerns.refuseConcerns()
      if standing.hasDenials,
        let question = denial(of: unfilledClaims(admission), standing, definition, entry)
      {
        return .needs([question])
      }
      if let reason = try standing.distrust(
        of: definition, world, operand: entry.operand, for: entry.source.who)
      {
        return .needs([question(reason, unfilledClaims(admission), definition, entry)])
      }
      return .ready(admission)
    } catch {
      return .failed(error)
    }
  }

  /// The second half, once the values are known. Never asks: what is missing comes back as questions.
  package func authorize(
    _ resolved: ResolvedInvocation, _ admission: Admission, _ entry: Entry
  ) -> Resolution<AuthorizedInvocation> {
    do throws(Failure) {
      return try decide(resolved, admission, entry)
    } catch {
      return .failed(error)
    }
  }

  private func decide(
    _ resolved: ResolvedInvocation, _ admission: Admission, _ entry: Entry
  ) throws(Failure) -> Resolution<AuthorizedInvocation> {
    let definition = admission.definition
    let handler = admission.handler
    let resolved = resolved.lookingUp(with: admission.lookUp(world))
    let (capabilities, files) =
      definition.workflow == nil
      ? try handler.claimsAndFiles(resolved.call)
      : (
        try registry.capabilities(
          of: resolved.call, world, entities: entry.entities, for: entry.source.who),
        try handler.files(resolved.call)
      )
    if handler.descriptor.hasOutput, let trust = admission.standing?.trust {
      try trust.refuseAppeared(files, definition, operand: entry.operand, resolved.call.lookUp)
    } else if handler.descriptor.hasOutput {
      // Without a record it is root's; then so must be all that it runs.
      guard world.areRoots(files, resolved.call.lookUp) else {
        return .needs([question(.notAllowed, capabilities, definition, entry)])
      }
    }
    let helpers = try world.helpers(of: resolved.call, handler)
    if !helpers.isEmpty, capabilities.contains(where: { $0.permissionClass != .harmless }) {
      var known = admission.standing
      if known == nil { known = try standing(of: definition, entry) }
      if !world.areTrusted(helpers, by: known?.trust) {
        return .needs([question(.changed, capabilities, definition, entry)])
      }
    }
    var key: KeyUse?
    if let given = entry.key {
      key = try given.use(in: capabilities, by: handler, of: definition, from: entry.source)
    }
    let permit: Permit
    switch try rule(on: capabilities, admission, entry, values: resolved.values, key: key) {
    case .ready(let ready): permit = ready
    case .needs(let questions): return .needs(questions)
    case .failed(let failure): return .failed(failure)
    }
    if definition.workflow != nil { try refuseDistrusted(definition, entry) }
    let required = try requiredAuthentication(of: definition, touching: capabilities, from: entry.source)
    var questions: [Question] = []
    if let confirm = definition.confirm, !entry.isConfirmed {
      questions.append(.confirmation(text: resolved.asked(confirm)))
    }
    questions += authentication(required, of: definition, permit, entry)
    if !questions.isEmpty { return .needs(questions) }
    return .ready(AuthorizedInvocation(resolved, handler, capabilities, permit, entry, key: key))
  }

  /// Rules of the configuration, deny rules, then the bytes, then a permission for every capability that needs one.
  ///
  /// - Parameter values: Those of the call, where they are known.
  package func rule(
    on capabilities: [Capability], _ admission: Admission, _ entry: Entry, values: ValueObject? = nil,
    key: KeyUse? = nil
  ) throws(Failure) -> Resolution<Permit> {
    if capabilities.isEmpty { return .ready(Permit()) }
    let definition = admission.definition
    try refuse(definition, capabilities, entry, by: .capabilities)
    let needed = capabilities.filter { $0.permissionClass != .harmless }
    if !needed.isEmpty { try entry.concerns.refuseConcerns() }
    let standing =
      if let known = admission.standing { known } else { try self.standing(of: definition, entry) }
    if standing.hasDenials, let question = denial(of: capabilities, standing, definition, entry) {
      return .needs([question])
    }
    if needed.isEmpty { return .ready(Permit()) }
    if admission.standing == nil,
      let reason = try standing.distrust(
        of: definition, world, operand: entry.operand, for: entry.source.who)
    {
      return .needs([question(reason, needed, definition, entry)])
    }
    if let cover = entry.cover { return covered(needed, cover, entry) }
    return granted(needed, standing, definition, entry, values, key)
  }

  /// The permissions, or what stands for them, of all that a call touches and that needs one.
  private func granted(
    _ needed: [Capability], _ standing: Standing, _ definition: IntentDefinition, _ entry: Entry,
    _ values: ValueObject?, _ key: KeyUse?
  ) -> Resolution<Permit> {
    var permit = Permit(rule: "allowed: \(entry.source.who.text)", isHarmless: false)
    var missing: [Capability] = []
    var refusal: Question.ConsentQuestion.Reason?
    let now = world.clock.wall()
    for capability in needed {
      if let key, key.covers(capability) { continue }
      let verdict = standing.verdict(on: capability, from: entry.source, at: now)
      if case .allowed(let grant) = verdict {
        if grant.usesLeft != nil { permit.redeems.append(grant) }
        if capability.needsAuthentication, !grant.isAuthenticated { permit.unproven.append(capability) }
      } else if let allowance = entry.allowance, allowance.covers(capability, values) {
        if capability.needsAuthentication { permit.unproven.append(capability) }
      } else {
        missing.append(capability)
        if refusal == nil || refusal == .notAllowed { refusal = verdict.refusal }
      }
    }
    if entry.allowance != nil { permit.rule = Allowance.rule }
    if let refusal { return .needs([question(refusal, missing, definition, entry)]) }
    return .ready(permit)
  }

  /// What the store says, with what a person allowed for this run in its place.
  func standing(of definition: IntentDefinition, _ entry: Entry) throws(Failure) -> Standing {
    var standing = try world.store.standing(of: definition.path, for: entry.source.who)
    if let trust = standing.trust, trust.source != definition.source, world.isRoots(definition) {
      // Root's new word replaces what was allowed of the old one.
      standing.trust = nil
    }
    if let trust = entry.allowance?.trust(of: definition.path) { standing.trust = trust }
    return standing
  }

  private func denial(
    of capabilities: [Capability], _ standing: Standing, _ definition: IntentDefinition, _ entry: Entry
  ) -> Question? {
    let now = world.clock.wall()
    let denied = capabilities.filter { standing.denial(of: $0, from: entry.source, at: now) != nil }
    return denied.isEmpty ? nil : question(.denied, denied, definition, entry)
  }

  /// What the call claims before any value is known, as far as that can be told.
  private func unfilledClaims(_ admission: Admission) -> [Capability] {
    let call = HandlerCall(
      definition: admission.definition, parameters: ValueObject(), lookUp: admission.lookUp(world))
    return (try? admission.handler.claims(call)) ?? []
  }

  func question(
    _ reason: Question.ConsentQuestion.Reason, _ missing: [Capability], _ definition: IntentDefinition,
    _ entry: Entry
  ) -> Question {
    .consent(
      Question.ConsentQuestion(
        intent: definition.id, operand: entry.operand ?? definition.id, path: definition.path,
        reason: reason, missing: missing, source: entry.source))
  }

  /// What the run, and what it was allowed without an authentication, ask of the person; none when they have it.
  func authentication(
    _ required: IntentDefinition.Authentication, of definition: IntentDefinition, _ permit: Permit,
    _ entry: Entry
  ) -> [Question] {
    let isProofMissing = (required == .required || !permit.unproven.isEmpty) && !entry.isAuthenticated
    guard isProofMissing || (required == .unlocked && !entry.isUnlocked) else { return [] }
    return [
      .authentication(
        Question.AuthenticationQuestion(
          intent: definition.id, operand: entry.operand ?? definition.id, path: definition.path,
          need: isProofMissing ? .required : .unlocked,
          capabilities: isProofMissing ? permit.unproven : [], source: entry.source))
    ]
  }
}

extension [Fault] {
  /// Fails with the concerns about who may change a file, where there are any.
  package func refuseConcerns() throws(Failure) { if !isEmpty { throw Failure(map { $0.with(.error) }) } }
}

extension IntentDefinition {
  /// Whether it is made to run from there.
  package func runs(from source: RunSource) -> Bool {
    modes.contains(source == .terminal ? .interactive : .headless)
  }

  package func requireMode(for source: RunSource) throws(Failure) {
    if runs(from: source) { return }
    throw Failure(.modeNotAllowed, ["intent": .text(id), "source": .text(source.text)])
  }
}
