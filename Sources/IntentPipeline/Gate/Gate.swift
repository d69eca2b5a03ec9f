package import IntentCore

/// A call that the gate let pass; nothing else can make one.
package struct AuthorizedInvocation: Sendable {
  package let resolved: ResolvedInvocation
  package let handler: any Handler
  package let capabilities: [Capability]
  /// The rule that let it pass, for the journal.
  package let rule: String
  package let warnings: [Fault]
  /// The grants of which the run uses one up.
  package let redeems: [Grant]
  /// What the run redeems the caller's key for.
  package let key: KeyUse?
  /// What a person allowed for this run alone.
  let allowance: Allowance?

  package var call: HandlerCall { resolved.call }
  package var definition: IntentDefinition { resolved.definition }

  fileprivate init(
    resolved: ResolvedInvocation, handler: any Handler, capabilities: [Capability], rule: String,
    warnings: [Fault], redeems: [Grant] = [], key: KeyUse? = nil, allowance: Allowance? = nil
  ) {
    self.key = key
    self.allowance = allowance
    self.resolved = resolved
    self.handler = handler
    self.capabilities = capabilities
    self.rule = rule
    self.warnings = warnings
    self.redeems = redeems
  }
}

extension AuthorizedInvocation {
  /// The class of what it touches that needs most.
  var highestClass: Capability.Class {
    var highest = Capability.Class.harmless
    for capability in capabilities {
      let own = capability.permissionClass
      if highest < own { highest = own }
    }
    return highest
  }

  /// The same with secrets in their places, for the handler alone.
  func revealing(_ secrets: ValueObject) -> AuthorizedInvocation {
    AuthorizedInvocation(
      resolved: resolved.revealing(secrets), handler: handler, capabilities: capabilities, rule: rule,
      warnings: warnings, redeems: redeems, key: key, allowance: allowance)
  }
}

/// A definition that may be looked at with a caller's values; only the gate makes one.
package struct Admission: Sendable {
  package let definition: IntentDefinition
  package let handler: any Handler
  /// What the store says, where it had to be asked; `fileprivate`, as then is the making of this type.
  fileprivate let standing: Standing?

  /// Programs by the paths that the user's trust recorded.
  fileprivate func lookUp(_ world: World) -> ExecutableLookup {
    .trusted(standing?.trust?.files ?? [], else: .path(of: definition, world: world))
  }
}

/// How a call reached the gate, and what its questions were answered.
package struct Entry: Sendable {
  package var source: RunSource
  /// The word by which a command finds the definition; its id when `nil`.
  package var operand: String?
  /// Worries about who may change the definition's file.
  package var concerns: [Fault]
  package var isConfirmed: Bool
  /// What the workflow that runs it was allowed.
  package var cover: Cover?
  /// The things that a workflow's calls may pick from.
  package var entities: [EntityList]
  /// What a person allowed for this run alone.
  package var allowance: Allowance?
  /// Whether the person proved who they are.
  package var isAuthenticated = false
  /// Whether the screen of the person's login session is not locked.
  package var isUnlocked = false
  /// A key to a door that the caller gave.
  package var key: PresentedKey?

  package init(
    source: RunSource, operand: String? = nil, concerns: [Fault] = [], isConfirmed: Bool = false,
    cover: Cover? = nil, entities: [EntityList] = []
  ) {
    self.source = source
    self.operand = operand
    self.concerns = concerns
    self.isConfirmed = isConfirmed
    self.cover = cover
    self.entities = entities
  }
}

/// The user's word that covers all that a call touches.
package struct Permit: Sendable {
  package var rule = "harmless"
  package var isHarmless = true
  /// The grants of which the run uses one up.
  package var redeems: [Grant] = []
  /// What needs an authentication and was granted without one.
  package var unproven: [Capability] = []
}

/// The one gate that every run passes, however it was entered; an error in any step denies.
package struct Gate: Sendable {
  package var world: World
  package var registry: HandlerRegistry

  package init(world: World, registry: HandlerRegistry) {
    self.world = world
    self.registry = registry.served(world)
  }

  /// The first half, before any parameter is looked at: rules of the configuration, the mode, and trust for the
  /// definition's bytes where the handler starts programs.
  ///
  /// Never asks: what is missing comes back as questions.
  package func admit(_ definition: IntentDefinition, _ entry: Entry) -> Resolution<Admission> {
    do throws(Failure) {
      let handler = try registry.handler(of: definition)
      try refuse(definition, [], entry, by: .whole)
      try checkMode(definition, entry)
      guard handler.descriptor.hasOutput else {
        return .ready(Admission(definition: definition, handler: handler, standing: nil))
      }
      let standing = try standing(of: definition, entry)
      let admission = Admission(definition: definition, handler: handler, standing: standing)
      if try hasPolicy() { try refuse(definition, unfilledClaims(admission), entry, by: .capabilities) }
      try refuseConcerns(entry.concerns)
      if standing.hasDenials,
        let question = denial(of: unfilledClaims(admission), standing, definition, entry)
      {
        return .needs([question])
      }
      if let reason = try standing.distrust(of: definition, world, operand: entry.operand) {
        return .needs([question(reason, unfilledClaims(admission), definition, entry)])
      }
      return .ready(admission)
    } catch {
      return .failed(error)
    }
  }

  /// The second half, once the values are known.
  ///
  /// Never asks: what is missing comes back as questions.
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
    let capabilities =
      definition.workflow == nil
      ? try handler.claims(resolved.call)
      : try registry.capabilities(of: resolved.call, world, entities: entry.entities)
    if handler.descriptor.hasOutput, admission.standing?.trust == nil {
      // Without a record it is root's; then so must be all that it runs.
      guard try world.areRoots(handler.files(resolved.call), resolved.call.lookUp) else {
        return .needs([question(.untrusted, capabilities, definition, entry)])
      }
    }
    let key = try use(
      of: entry.key, in: capabilities, by: handler, of: definition, from: entry.source)
    let permit: Permit
    switch try rule(on: capabilities, admission, entry, values: resolved.values, key: key) {
    case .ready(let ready): permit = ready
    case .needs(let questions): return .needs(questions)
    case .failed(let failure): return .failed(failure)
    }
    if definition.workflow != nil { try refuseDistrusted(definition, entry) }
    let required = try requiredAuthentication(
      of: definition, touching: capabilities, from: entry.source)
    // No list before it is needed: its type costs a run more than what it holds.
    let proof = authentication(required, of: definition, permit, entry)
    if let confirm = definition.confirm, !entry.isConfirmed {
      let confirmation = Question.confirmation(text: resolved.asked(confirm))
      return .needs(proof.map { [confirmation, $0] } ?? [confirmation])
    }
    if let proof { return .needs([proof]) }
    return .ready(
      AuthorizedInvocation(
        resolved: resolved, handler: handler, capabilities: capabilities, rule: permit.rule,
        warnings: permit.isHarmless ? entry.concerns : [], redeems: permit.redeems, key: key,
        allowance: entry.allowance))
  }

  /// Rules of the configuration, deny rules, then trust, then a grant for every capability that needs one.
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
    if !needed.isEmpty { try refuseConcerns(entry.concerns) }
    let standing: Standing
    if let known = admission.standing {
      standing = known
    } else {
      standing = try self.standing(of: definition, entry)
    }
    if standing.hasDenials, let question = denial(of: capabilities, standing, definition, entry) {
      return .needs([question])
    }
    if needed.isEmpty { return .ready(Permit()) }
    if admission.standing == nil,
      let reason = try standing.distrust(of: definition, world, operand: entry.operand)
    {
      return .needs([question(reason, needed, definition, entry)])
    }
    if let cover = entry.cover { return covered(needed, cover, entry) }
    var permit = Permit(rule: "trusted, granted to \(entry.source.text)", isHarmless: false)
    var missing: [Capability] = []
    var refusal: Question.ConsentQuestion.Reason?
    let now = world.clock.wall()
    for capability in needed {
      if let key, key.covers(capability) { continue }
      let verdict = standing.verdict(on: capability, from: entry.source, at: now)
      if case .granted(let grant) = verdict {
        if grant.usesLeft != nil { permit.redeems.append(grant) }
        if capability.needsAuthentication, !grant.isAuthenticated { permit.unproven.append(capability) }
      } else if let allowance = entry.allowance, allowance.covers(capability, values) {
        if capability.needsAuthentication { permit.unproven.append(capability) }
      } else {
        missing.append(capability)
        if refusal == nil || refusal == .notGranted { refusal = verdict.refusal }
      }
    }
    if entry.allowance != nil { permit.rule = Allowance.rule }
    if let refusal { return .needs([question(refusal, missing, definition, entry)]) }
    return .ready(permit)
  }

  /// What the store says, with what a person allowed for this run in its place.
  func standing(of definition: IntentDefinition, _ entry: Entry) throws(Failure) -> Standing {
    var standing = try world.store.standing(of: definition.path)
    if let trust = standing.trust, trust.source != definition.source, world.isRoots(definition) {
      // Root's new word replaces what was trusted of the old one.
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

  private func checkMode(_ definition: IntentDefinition, _ entry: Entry) throws(Failure) {
    let mode: IntentDefinition.Modes = entry.source == .terminal ? .interactive : .headless
    guard definition.modes.contains(mode) else {
      throw Failure(.modeNotAllowed, ["intent": .text(definition.id), "source": .text(entry.source.text)])
    }
  }

  func refuseConcerns(_ concerns: [Fault]) throws(Failure) {
    guard !concerns.isEmpty else { return }
    throw Failure(concerns.map { $0.with(.error) })
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
}

extension Standing {
  /// Why the definition is not trusted as it is, `nil` when it is; a file that it names and that changed is a
  /// failure of its own.
  package func distrust(
    of definition: IntentDefinition, _ world: World, operand: String? = nil
  ) throws(Failure) -> Question.ConsentQuestion.Reason? {
    guard let trust, trust.source == definition.source else {
      if world.isRoots(definition) { return nil }
      return trust == nil ? .untrusted : .changed
    }
    let changed = trust.files.filter { !$0.isUnchanged(world.files) }
    if !changed.isEmpty {
      let command = ["runintent", "trust", operand ?? definition.id]
      throw Failure(
        changed.map { file in
          Fault(
            .fileChanged,
            ["path": .text(file.path), "intent": .text(definition.id), "command": .list(command)])
        })
    }
    return nil
  }
}

extension World {
  /// Whether root put the definition up for everybody, and nobody else can change it.
  package func isRoots(_ definition: IntentDefinition) -> Bool {
    let folder = rootsDefinitions.utf8
    let path = definition.path.utf8
    return path.starts(with: folder) && path.dropFirst(folder.count).first == UInt8(ascii: "/")
      && files.isRootsAlone(definition.path)
  }

  func areRoots(_ names: [String], _ lookUp: ExecutableLookup) -> Bool {
    names.allSatisfy { lookUp.find($0).map(files.isRootsAlone) ?? false }
  }
}

extension TrustedFile {
  /// A file that root alone can change is checked for that, any other for its exact bytes.
  func isUnchanged(_ files: World.Files) -> Bool {
    if let target {
      guard let now = files.resolved(path), now.utf8.elementsEqual(target.utf8) else { return false }
      return files.facts(target)?.isRootsAlone ?? false
    }
    guard let contents else { return files.facts(path)?.isRootsAlone ?? false }
    return files.read(path, contents.count + 1) == contents
  }
}

extension HandlerRegistry {
  package func handler(of definition: IntentDefinition) throws(Failure) -> any Handler {
    guard let handler = find(definition.handler) else {
      throw Failure(.definitionUnknownHandler, ["name": .text(definition.handler)])
    }
    return handler
  }
}

extension HandlerCall {
  /// Finds the values of parameters for a template.
  package var find: (Template.Reference) -> Value? {
    let parameters = parameters
    return { reference in
      guard case .parameter(let name, let path) = reference else { return nil }
      return parameters[name].flatMap { path.isEmpty ? $0 : $0.at(path) }
    }
  }
}
