package import IntentCore

/// A call that the gate let pass; nothing else can make one.
package struct AuthorizedInvocation: Sendable {
  package let resolved: ResolvedInvocation
  package let handler: any Handler
  package let capabilities: [Capability]
  /// The rule that let it pass, for the journal.
  package let rule: String
  package let warnings: [Fault]

  package var call: HandlerCall { resolved.call }
  package var definition: IntentDefinition { resolved.definition }

  fileprivate init(
    resolved: ResolvedInvocation, handler: any Handler, capabilities: [Capability], rule: String,
    warnings: [Fault]
  ) {
    self.resolved = resolved
    self.handler = handler
    self.capabilities = capabilities
    self.rule = rule
    self.warnings = warnings
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

  package init(
    source: RunSource, operand: String? = nil, concerns: [Fault] = [], isConfirmed: Bool = false
  ) {
    self.source = source
    self.operand = operand
    self.concerns = concerns
    self.isConfirmed = isConfirmed
  }
}

/// The one gate that every run passes, however it was entered; an error in any step denies.
package struct Gate: Sendable {
  package var world: World
  package var registry: HandlerRegistry

  package init(world: World, registry: HandlerRegistry) {
    self.world = world
    self.registry = registry
  }

  /// Never asks: what is missing comes back as questions.
  package func authorize(
    _ resolved: ResolvedInvocation, _ entry: Entry
  ) -> Resolution<AuthorizedInvocation> {
    do throws(Failure) {
      return try decide(resolved, entry)
    } catch {
      return .failed(error)
    }
  }

  private func decide(
    _ resolved: ResolvedInvocation, _ entry: Entry
  ) throws(Failure) -> Resolution<AuthorizedInvocation> {
    let definition = resolved.definition
    let handler = try registry.handler(of: definition)
    try checkMode(definition, entry)
    let named = try handler.files(resolved.call)
    var standing: Standing?
    var resolved = resolved
    if !named.isEmpty {
      let recorded = try world.store.standing(of: definition.path)
      standing = recorded
      resolved = resolved.lookingUp(
        with: .trusted(recorded.trust?.files ?? [], else: resolved.call.lookUp))
    }
    let capabilities = try handler.capabilities(resolved.call)
    let isHarmless = capabilities.allSatisfy { $0.permissionClass == .harmless }
    var rule = "harmless"
    if !isHarmless {
      try refuseConcerns(entry.concerns)
      let recorded: Standing
      if let standing {
        recorded = standing
      } else {
        recorded = try world.store.standing(of: definition.path)
      }
      if let question = try consent(definition, capabilities, recorded, entry) { return .needs([question]) }
      rule = "trusted, granted to \(entry.source.text)"
    }
    if definition.authentication != .none {
      return .needs([.authentication(reason: "\(definition.id) asks for authentication")])
    }
    if let confirm = definition.confirm, !entry.isConfirmed {
      let text = confirm.fill(resolved.call.find)?.plainText ?? definition.title
      return .needs([.confirmation(text: text)])
    }
    return .ready(
      AuthorizedInvocation(
        resolved: resolved, handler: handler, capabilities: capabilities, rule: rule,
        warnings: isHarmless ? entry.concerns : []))
  }

  private func checkMode(_ definition: IntentDefinition, _ entry: Entry) throws(Failure) {
    let mode: IntentDefinition.Modes = entry.source == .terminal ? .interactive : .headless
    guard definition.modes.contains(mode) else {
      throw Failure(.modeNotAllowed, ["intent": .text(definition.id), "source": .text(entry.source.text)])
    }
  }

  private func refuseConcerns(_ concerns: [Fault]) throws(Failure) {
    guard !concerns.isEmpty else { return }
    throw Failure(concerns.map { $0.with(.error) })
  }

  private func consent(
    _ definition: IntentDefinition, _ capabilities: [Capability], _ standing: Standing, _ entry: Entry
  ) throws(Failure) -> Question? {
    let question: (Question.ConsentQuestion.Reason, [Capability]) -> Question = { reason, missing in
      .consent(
        Question.ConsentQuestion(
          intent: definition.id, operand: entry.operand ?? definition.id, path: definition.path,
          reason: reason, missing: missing, source: entry.source))
    }
    let needed = capabilities.filter { $0.permissionClass != .harmless }
    guard let trust = standing.trust else { return question(.untrusted, needed) }
    guard trust.source == definition.source else { return question(.changed, needed) }
    for file in trust.files { try check(file) }
    let missing = needed.filter { capability in
      capability.isOpen
        || !standing.grants.contains {
          $0.source == entry.source && $0.capability.utf8.elementsEqual(capability.text.utf8)
        }
    }
    return missing.isEmpty ? nil : question(.notGranted, missing)
  }

  /// A file that root alone can change is checked for that, any other for its exact bytes.
  private func check(_ file: TrustedFile) throws(Failure) {
    let isSame: Bool
    if let contents = file.contents {
      isSame = world.files.read(file.path, contents.count + 1) == contents
    } else {
      isSame = world.files.facts(file.path)?.isRootsAlone ?? false
    }
    guard isSame else { throw Failure(.fileChanged, ["path": .text(file.path), "name": .text(file.name)]) }
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
