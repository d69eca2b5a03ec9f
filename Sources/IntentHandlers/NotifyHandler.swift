internal import IntentCore
internal import IntentPipeline

/// Tells the person something: on the desktop where there is one, else as the answer in the terminal.
struct NotifyHandler: AnsweringHandler {
  private static let urgencies = ["low", "normal", "critical"]

  let descriptor = HandlerDescriptor(
    name: "notify", summary: "Notifies the person, on the desktop or in the terminal.",
    fields: [
      .init("text", .string, required: true, isShown: true, help: "The message."),
      .init("title", .string, isShown: true, help: "The heading; the intent's title when absent."),
      .init("urgency", .choice(Self.urgencies), help: "How urgent it is; normal when absent."),
    ])

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    let text = try call.text("text") ?? ""
    let title = try call.text("title")
    let notification = DesktopNotification(
      heading: title ?? call.definition.title, text: text,
      urgency: try call.choice("urgency", among: Self.urgencies) ?? "normal")
    func delivered(_ place: String) -> Value { .object(["delivered": .string(place)]) }
    let outcome = try await notification.show(context.world, context.cancellation)
    if let outcome, outcome.exit != .status(0) {
      let reason = String(decoding: outcome.errors.prefix { $0 != 0x0A }, as: UTF8.self)
      return IntentResult(
        .failed(
          Fault(.notifyFailed, ["program": .text(DesktopNotification.program), "reason": .text(reason)])),
        dialog: context.text("The desktop did not take the notification."),
        snippet: Snippet([.text(text)] + (reason.isEmpty ? [] : [.text(reason)])),
        value: delivered("none"), handler: outcome.exit)
    }
    return IntentResult(
      dialog: title.map { "\($0): \(text)" } ?? text,
      value: delivered(outcome == nil ? "terminal" : "desktop"))
  }
}
