internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// `--dry-run`: what a run would do and touch, and whether it may, with nothing done.
enum DryRun {
  static func show(_ call: IntentCall, _ terms: RunTerms, _ session: inout Session) async throws(Failure) {
    let definition = session.engine.worded(call).definition
    let run = IntentRun(session.engine, terms, through: TerminalDoor(session: session))
    let plan = try await run.plan(definition, call.file, call.arguments)
    if session.settings.isJSON {
      session.write(json: json(plan, session))
    } else {
      session.write(
        ResultRenderer(style: session.style(), text: session.text).text(result(plan, session.text)))
      if let refusal = plan.refusal { session.report(refusal) }
    }
    if let refusal = plan.refusal { session.outcome.status = refusal.status }
  }

  private static func json(_ plan: RunPlan, _ session: Session) -> Value {
    var object: ValueObject = [
      "schemaVersion": 1, "intent": .string(plan.definition.id), "dryRun": true,
      "summary": .string(plan.summary), "parameters": .object(plan.values),
      "origins": .object(plan.origins.object), "handler": .string(plan.definition.handler),
      "with": .object(plan.fields), "capabilities": .array(plan.capabilities.map { .string($0.text) }),
      "source": .string(plan.source.text), "allowed": .boolean(plan.refusal == nil),
      "rule": .string(plan.rule), "errors": session.faults(plan.refusal?.faults ?? []),
    ]
    if plan.definition.workflow != nil {
      object["steps"] = .array(
        plan.steps.map { step in
          .object([
            "depth": .integer(step.depth), "step": .string(step.text),
            "capabilities": .array(step.touches.map { .string($0.text) }),
          ])
        })
    }
    return .object(object)
  }

  private static func result(_ plan: RunPlan, _ say: Localizer) -> IntentResult {
    let decision = say(plan.refusal == nil ? "may run from here" : "may not run from here")
    var fields = [Snippet.Field(say("Runs"), plan.summary)]
    fields += plan.values.members.map {
      Snippet.Field($0.key, plan.origins.text(of: $0.value, named: $0.key, say))
    }
    fields.append(Snippet.Field(say("Handler"), plan.definition.handler))
    if plan.definition.workflow == nil {
      fields.append(Snippet.Field(say("With"), Value.object(plan.fields).json()))
    }
    let touched = plan.capabilities.map(\.text).joined(separator: " ")
    fields.append(Snippet.Field(say("Touches"), touched.isEmpty ? say("nothing outside itself") : touched))
    fields.append(Snippet.Field(say("Source"), plan.source.text))
    fields.append(
      Snippet.Field(say("Allowed"), plan.rule.isEmpty ? decision : "\(decision): \(plan.rule)"))
    var blocks: [Snippet.Block] = [.fields(fields)]
    if !plan.steps.isEmpty {
      blocks.append(
        .table(
          Snippet.Table(
            columns: [Snippet.Column(say("Step")), Snippet.Column(say("Touches"))],
            rows: plan.steps.map { step in
              [
                String(repeating: "  ", count: step.depth) + step.text,
                step.touches.map(\.text).joined(separator: " "),
              ]
            })))
    }
    return IntentResult(
      .neutral,
      dialog: say(
        "Nothing was done: ${intent} ${decision}.",
        ["intent": .string(plan.definition.id), "decision": .string(decision)]), snippet: Snippet(blocks))
  }
}
