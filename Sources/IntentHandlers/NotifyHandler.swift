package import IntentCore
package import IntentPipeline

/// Tells the person something: on the desktop where there is one, else as the answer in the terminal.
package struct NotifyHandler: AnsweringHandler {
  static let program = DesktopNotification.program

  package init() {}

  package let descriptor = HandlerDescriptor(
    name: "notify", summary: "Notifies the person, on the desktop or in the terminal.",
    fields: [
      .init("text", .string, required: true, isShown: true, help: "The message."),
      .init("title", .string, isShown: true, help: "The heading; the intent's title when absent."),
      .init(
        "urgency", .choice(["low", "normal", "critical"]), help: "How urgent it is; normal when absent."),
    ])

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    try call.checkChoices(of: descriptor)
    let text = try call.text("text") ?? ""
    let title = try call.text("title")
    let urgency = try call.text("urgency") ?? "normal"
    let notification = DesktopNotification(
      heading: title ?? call.definition.title, text: text, urgency: urgency)
    guard let outcome = try await notification.show(context.world, context.cancellation) else {
      return answer("terminal", text: text, title: title)
    }
    guard outcome.exit == .status(0) else {
      let reason = String(decoding: outcome.errors.prefix { $0 != 0x0A }, as: UTF8.self)
      return IntentResult(
        .failed(Fault(.notifyFailed, ["program": .text(Self.program), "reason": .text(reason)])),
        dialog: context.text("The desktop did not take the notification."),
        snippet: Snippet([.text(text)] + (reason.isEmpty ? [] : [.text(reason)])),
        value: value("none"), handler: outcome.exit)
    }
    return answer("desktop", text: text, title: title)
  }

  private func answer(_ place: String, text: String, title: String?) -> IntentResult {
    IntentResult(dialog: title.map { "\($0): \(text)" } ?? text, value: value(place))
  }

  private func value(_ place: String) -> Value { .object(["delivered": .string(place)]) }
}
