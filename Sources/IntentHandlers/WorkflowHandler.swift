internal import IntentCore
internal import IntentPipeline

/// Runs other intents step by step, each through the same gate.
///
/// ```json
/// "handler": "workflow", "with": { "steps": [{ "run": "toggle-vpn", "with": { "state": "on" } }] }
/// ```
struct WorkflowHandler: AnsweringHandler {
  let descriptor = HandlerDescriptor(
    name: "workflow", summary: "Runs other intents, step by step.",
    fields: [
      .init("steps", .steps, required: true, help: "What is done, in order."),
      .init("finally", .steps, help: "What is done at the end, however the steps ended."),
    ])

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    guard let workflow = call.definition.workflow else { throw Failure(.internalError) }
    return try await WorkflowRun(
      call: call, workflow: workflow, context: context, state: WorkflowState(workflow)
    ).result()
  }
}
