package import IntentCore
package import IntentPipeline

/// Tells the person something: on the desktop where there is one, else as the answer in the terminal.
package struct NotifyHandler: AnsweringHandler {
  /// The one place where the program of the desktop is looked for, so that nothing else is started.
  static let program = "/usr/bin/notify-send"

  package init() {}

  package let descriptor = HandlerDescriptor(
    name: "notify", summary: "Notifies the person, on the desktop or in the terminal.",
    fields: [
      .init("text", .string, required: true, help: "The message."),
      .init("title", .string, help: "The heading; the intent's title when absent."),
      .init(
        "urgency", .choice(["low", "normal", "critical"]), help: "How urgent it is; normal when absent."),
    ])

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
    let text = try call.text("text") ?? ""
    let title = try call.text("title")
    let urgency = try urgency(of: call)
    let caller = context.world.machine.caller
    guard !caller.desktop.isEmpty, context.world.files.isExecutable(Self.program) else {
      return answer("terminal", text: text, title: title)
    }
    let heading = title ?? call.definition.title
    for part in [text, heading] where part.utf8.contains(0) { throw Failure(.valueControl, ["name": "text"]) }
    let request = ProcessRequest(
      executable: Self.program,
      arguments: ["--app-name=runintent", "--urgency=\(urgency)", "--", heading, Self.escaped(text)],
      environment: caller.environment + caller.desktop)
    let outcome = try await context.world.processes.run(request, context.cancellation)
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

  private func urgency(of call: HandlerCall) throws(Failure) -> String {
    let urgency = try call.text("urgency") ?? "normal"
    let allowed = ["low", "normal", "critical"]
    guard allowed.contains(urgency) else {
      throw Failure(
        .valueEnum,
        ["name": .text(call.spelling(of: "urgency")), "value": .text(urgency), "allowed": .list(allowed)])
    }
    return urgency
  }

  private func answer(_ place: String, text: String, title: String?) -> IntentResult {
    IntentResult(dialog: title.map { "\($0): \(text)" } ?? text, value: value(place))
  }

  private func value(_ place: String) -> Value { .object(["delivered": .string(place)]) }

  /// The text of a notification is read as markup by desktops, so the message's own signs are escaped
  /// (Desktop Notifications Specification, "Markup").
  private static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
