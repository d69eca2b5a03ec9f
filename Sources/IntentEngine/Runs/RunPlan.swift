package import IntentCore
internal import IntentHandlers
package import IntentPipeline

/// What a run would do and touch, and whether it may, with nothing done.
package struct RunPlan: Sendable {
  package let definition: IntentDefinition
  package let summary: String
  /// The values that may be shown, and where they came from.
  package let values: ValueObject
  package let origins: [(name: String, origin: ValueOrigin)]
  /// What the handler would be given, as far as it may be shown.
  package let fields: ValueObject
  package let capabilities: [Capability]
  package let source: RunSource
  /// The rule that would let it run; empty where nothing does.
  package let rule: String
  /// Why it may not run.
  package let refusal: Failure?
  package let steps: [WorkflowPlan.Line]
}

extension IntentRun {
  /// What a call would do.
  package func plan(
    _ definition: IntentDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument]
  ) async throws(Failure) -> RunPlan {
    let resolved = try await resolve(definition.withoutListing, file, supplied)
    let entities = await entities(of: definition)
    var capabilities =
      definition.workflow == nil
      ? try gate.registry.handler(of: definition).claims(resolved.call)
      : try gate.capabilities(of: resolved, entities: entities, for: terms.source.who)
    var rule = ""
    var refusal: Failure?
    do throws(Failure) {
      try await refuseListings(of: definition, file, supplied)
      let authorized = try await enterSilently(resolved, file)
      capabilities = authorized.capabilities
      rule = authorized.rule
    } catch {
      refusal = error
    }
    let fields = resolved.call.arguments.compactMap { field -> (key: String, value: Value)? in
      definition.hidesField(field.key) ? (field.key, "***") : field.value.value.map { (field.key, $0) }
    }
    return RunPlan(
      definition: definition, summary: resolved.summary, values: resolved.shownValues,
      origins: try resolved.origins(of: supplied, in: world), fields: ValueObject(uniqueMembers: fields),
      capabilities: capabilities, source: terms.source, rule: rule, refusal: refusal,
      steps: try WorkflowPlan(
        of: resolved.call, registry: .live, world: world, entities: entities, for: terms.source.who
      ).lines)
  }
}

extension IntentRun {
  /// Fails where a run would not be let list the choices that it needs; nothing is listed.
  private func refuseListings(
    of definition: IntentDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument]
  ) async throws(Failure) {
    let resolver = Resolver(world: world, entities: .spoken(text))
    for parameter in definition.parameters
    where parameter.isRequired || supplied.contains(where: { $0.name == parameter.name }) {
      guard let call = resolver.listing(of: parameter, in: definition) else { continue }
      _ = try await enterSilently(call, file)
    }
  }
}

/// What the gate says about one call, and what it looked at.
package struct CallExplanation {
  package var explanation: Explanation
  package var rule = ""
  package var refusal: Failure?
  /// What is not as it was allowed.
  package var difference: TrustDifference?
  /// The values that may be shown, as far as they are known, and where they came from.
  package var values = ValueObject()
  package var origins: [(name: String, origin: ValueOrigin)] = []
}

extension IntentRun {
  /// Asks the gate about a call; nothing is run and nobody is asked.
  package func explain(
    _ definition: IntentDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument]
  ) async throws(Failure) -> CallExplanation {
    var entry = entry(for: file)
    // What is known of the person counts.
    if terms.source == .terminal || world.machine.caller.user == 0 {
      entry.isAuthenticated = await door.authenticate(for: [definition.id], mayAsk: false) == .proven
    }
    let resolved = try await known(definition, supplied)
    let admission = gate.admit(definition, entry)
    let capabilities: [Capability]
    if let resolved {
      let entities = await EntityLists.live.called(by: definition, world)
      capabilities = try gate.capabilities(of: resolved, entities: entities, for: terms.source.who)
    } else {
      // Without values: all that they could lead to.
      let trusted = try world.store.standing(of: definition.path, for: terms.source.who).trust?.files ?? []
      capabilities = try await engine.claims(of: definition, trusted: trusted).capabilities
    }
    let required = try gate.requiredAuthentication(of: definition, touching: capabilities, from: entry.source)
    if required == .unlocked { entry.isUnlocked = await door.isUnlocked() ?? false }
    var answer = CallExplanation(
      explanation: try gate.explain(definition, capabilities: capabilities, entry, canAsk: terms.asks))
    if let resolved {
      answer.values = resolved.shownValues
      answer.origins = try resolved.origins(of: supplied, in: world)
    }
    do throws(Failure) {
      let admission = try admission.ready(definition.id)
      if let permit = try allowed(try gate.rule(on: capabilities, admission, entry), definition) {
        answer.rule = permit.rule
      }
      if let resolved { _ = try allowed(gate.authorize(resolved, admission, entry), definition) }
    } catch {
      answer.refusal = error
    }
    return answer
  }

  /// What is allowed, `nil` when somebody would only have to confirm or to authenticate.
  private func allowed<Ready>(
    _ resolution: Resolution<Ready>, _ definition: IntentDefinition
  ) throws(Failure) -> Ready? {
    guard terms.asks, case .needs(let questions) = resolution else {
      return try resolution.ready(definition.id)
    }
    for question in questions {
      switch question {
      case .confirmation: continue
      case .authentication(let asked) where asked.need == .required: continue
      case .authentication, .value, .consent: return try resolution.ready(definition.id)
      }
    }
    return nil
  }

  /// The call with its values; `nil` when one is missing, or when only a program could tell what it may be.
  private func known(
    _ definition: IntentDefinition, _ supplied: [SuppliedArgument]
  ) async throws(Failure) -> ResolvedInvocation? {
    if definition.listsChoices { return nil }
    let resolution = await Resolver(world: world, entities: .spoken(text)).resolve(definition, supplied)
    if case .needs(let questions) = resolution,
      questions.allSatisfy({ if case .value(let value) = $0 { value.otherwise == nil } else { false } })
    {
      return nil
    }
    return try resolution.ready(definition.id)
  }
}

extension IntentDefinition {
  /// Whether a field of `with` depends on a secret parameter.
  fileprivate func hidesField(_ key: String) -> Bool {
    with(key)?.references.contains { reference in
      guard case .parameter(let name, _) = reference else { return false }
      return parameter(named: name)?.isSecret ?? false
    } ?? false
  }

  /// The same without what a program would have to list: a plan starts nothing.
  fileprivate var withoutListing: IntentDefinition {
    var copy = self
    for index in copy.parameters.indices {
      if case .command? = copy.parameters[index].choices { copy.parameters[index].choices = nil }
    }
    return copy
  }
}
