package import IntentCore
internal import IntentHandlers
internal import IntentLoading
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
      : try gate.capabilities(of: resolved, entities: entities)
    var rule = ""
    var refusal: Failure?
    do throws(Failure) {
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
      steps: try WorkflowPlan(of: resolved.call, registry: .live, world: world, entities: entities).lines)
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
