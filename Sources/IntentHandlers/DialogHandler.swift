internal import IntentCore
internal import IntentPipeline

/// Says something and touches nothing.
///
/// ```json
/// "handler": "dialog", "with": { "text": "Hello, ${name}." }
/// ```
struct DialogHandler: AnsweringHandler {
  let descriptor = HandlerDescriptor(
    name: "dialog", summary: "Says something and touches nothing.",
    fields: [
      .init("text", .string, required: true, isShown: true, help: "What is said."),
      .init("detail", .string, isShown: true, help: "What stands beneath it."),
      .init("value", .any, help: "The value of the answer; the text when absent."),
    ])

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    let text = try call.text("text") ?? call.definition.title
    let detail = try call.text("detail").map { Snippet([.text($0)]) } ?? Snippet()
    return IntentResult(dialog: text, snippet: detail, value: call["value"]?.value ?? .string(text))
  }
}
