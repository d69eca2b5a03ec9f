internal import IntentCore
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering
internal import JSON
internal import StringCatalogs

/// `--dry-run`: what a run would do and touch, and whether it may, with nothing done.
enum DryRun {
  static func show(
    _ loaded: LoadedDefinition, _ file: SourceFile, _ supplied: [SuppliedArgument], _ entry: IntentEntry,
    _ session: inout Session
  ) async throws(Failure) {
    let definition = loaded.definition
    let resolved = try await entry.resolve(definition.withoutListing, file, supplied)
    let handler = try entry.gate.registry.handler(of: definition)
    let entities = await entry.entities(of: definition)
    var capabilities =
      definition.workflow == nil
      ? try handler.claims(resolved.call)
      : try entry.gate.capabilities(of: resolved, entities: entities)
    var decision = "may run from here"
    var rule = ""
    var refusal: Failure?
    do throws(Failure) {
      let authorized = try await entry.enterSilently(resolved, file)
      capabilities = authorized.capabilities
      rule = authorized.rule
    } catch {
      decision = "may not run from here"
      refusal = error
    }
    let plan = try WorkflowPlan(
      of: resolved.call, registry: .live, world: session.world, entities: entities
    ).lines
    let values = resolved.shownValues
    let origins = try resolved.origins(of: supplied, in: entry.environment.world)
    let with = Value.object(
      ValueObject(
        uniqueMembers: resolved.call.arguments.compactMap { field in
          definition.hidesField(field.key) ? (field.key, "***") : field.value.value.map { (field.key, $0) }
        }))
    if session.settings.isJSON {
      var object: ValueObject = [
        "schemaVersion": 1, "intent": .string(definition.id), "dryRun": true,
        "summary": .string(resolved.summary), "parameters": .object(values),
        "origins": .object(origins.object),
        "handler": .string(definition.handler), "with": with,
        "capabilities": .array(capabilities.map { .string($0.text) }), "source": .string(entry.source.text),
        "allowed": .boolean(refusal == nil), "rule": .string(rule),
        "errors": session.faults(refusal?.faults ?? []),
      ]
      if definition.workflow != nil { object["steps"] = .array(plan.map(\.json)) }
      session.write(json: .object(object))
    } else {
      let say = session.text
      var fields = [Snippet.Field(say("Runs"), resolved.summary)]
      fields += values.members.map { Snippet.Field($0.key, origins.text(of: $0.value, named: $0.key, say)) }
      fields.append(Snippet.Field(say("Handler"), definition.handler))
      if definition.workflow == nil { fields.append(Snippet.Field(say("With"), with.json())) }
      fields.append(
        Snippet.Field(
          say("Touches"),
          capabilities.isEmpty
            ? say("nothing outside itself") : capabilities.map(\.text).joined(separator: " ")))
      fields.append(Snippet.Field(say("Source"), entry.source.text))
      fields.append(Snippet.Field(say("Allowed"), rule.isEmpty ? say(decision) : "\(say(decision)): \(rule)"))
      let result = IntentResult(
        .neutral,
        dialog: say(
          "Nothing was done: ${intent} ${decision}.",
          ["intent": .string(definition.id), "decision": .string(say(decision))]),
        snippet: Snippet([.fields(fields)] + (plan.isEmpty ? [] : [.table(table(plan, say))])))
      session.write(ResultRenderer(style: session.style(), text: session.text).text(result))
      if let refusal { session.report(refusal) }
    }
    if let refusal { session.outcome.status = refusal.status }
  }
}

extension DryRun {
  private static func table(_ plan: [WorkflowPlan.Line], _ say: Localizer) -> Snippet.Table {
    Snippet.Table(
      columns: [Snippet.Column(say("Step")), Snippet.Column(say("Touches"))],
      rows: plan.map { line in
        [
          String(repeating: "  ", count: line.depth) + line.text,
          line.touches.map(\.text).joined(separator: " "),
        ]
      })
  }
}

extension WorkflowPlan.Line {
  fileprivate var json: Value {
    .object([
      "depth": .integer(depth), "step": .string(text),
      "capabilities": .array(touches.map { .string($0.text) }),
    ])
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
}

extension IntentDefinition {
  /// The same without what a program would have to list: a dry run starts nothing.
  fileprivate var withoutListing: IntentDefinition {
    var copy = self
    for index in copy.parameters.indices {
      if case .command? = copy.parameters[index].choices { copy.parameters[index].choices = nil }
    }
    return copy
  }
}
