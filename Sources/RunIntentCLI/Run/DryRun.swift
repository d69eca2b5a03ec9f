internal import IntentCore
internal import IntentEngine
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
      session.write(result(plan, session.text))
      if let refusal = plan.refusal { session.report(refusal) }
    }
    if let refusal = plan.refusal { session.outcome.status = refusal.status }
  }

  private static func json(_ plan: RunPlan, _ session: Session) -> ValueObject {
    var object: ValueObject = [
      "intent": .string(plan.definition.id), "dryRun": true,
      "summary": .string(plan.summary), "parameters": .object(plan.values),
      "origins": .object(plan.origins.object), "handler": .string(plan.definition.handler),
      "with": .object(plan.fields), "capabilities": Value(plan.capabilities.map(\.text)),
      "source": .string(plan.source.text), "allowed": .boolean(plan.refusal == nil),
      "rule": .string(plan.rule), "errors": session.json(plan.refusal?.faults ?? []),
    ]
    if plan.definition.workflow != nil {
      object["steps"] = .array(
        plan.steps.map { step in
          .object([
            "depth": .integer(step.depth), "step": .string(step.text),
            "capabilities": Value(step.touches.map(\.text)),
          ])
        })
    }
    return object
  }

  private static func result(_ plan: RunPlan, _ say: Localizer) -> IntentResult {
    let decision = say(plan.refusal == nil ? "may run from here" : "may not run from here")
    let touched = plan.capabilities.map(\.text).joined(separator: " ")
    var fields: [(label: String, text: String?)] = [(say("Runs"), plan.summary)]
    fields += plan.values.members.map { ($0.key, plan.origins.text(of: $0.value, named: $0.key, say)) }
    fields += [
      (say("Handler"), plan.definition.handler),
      (say("With"), plan.definition.workflow == nil ? Value.object(plan.fields).json() : nil),
      (say("Touches"), touched.isEmpty ? say("nothing outside itself") : touched),
      (say("Source"), plan.source.text),
      (say("Allowed"), plan.rule.isEmpty ? decision : "\(decision): \(plan.rule)"),
    ]
    let steps = plan.steps.map { step in
      [
        String(repeating: "  ", count: step.depth) + step.text,
        step.touches.map(\.text).joined(separator: " "),
      ]
    }
    let blocks: [Snippet.Block] =
      [.fields(fields)] + (steps.isEmpty ? [] : [.table([say("Step"), say("Touches")], steps)])
    return IntentResult(
      .neutral,
      dialog: say(
        "Nothing was done: ${intent} ${decision}.",
        ["intent": .string(plan.definition.id), "decision": .string(decision)]), snippet: Snippet(blocks))
  }
}
