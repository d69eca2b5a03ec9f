internal import IntentCore
internal import IntentPipeline

/// Tells how full a file system is, and fails above a mark.
struct SystemDiskHandler: AnsweringHandler {
  let descriptor = HandlerDescriptor(
    name: "system.disk", summary: "Tells how full the file system of a path is.",
    fields: [
      .init("path", .string, required: true, help: "Any path on the file system."),
      .init("warn", .number, help: "The percentage above which the answer is a failure."),
    ])

  func answer(_ call: HandlerCall, _ context: HandlerContext) async throws(Failure) -> IntentResult {
    let text = context.text
    let path = try call.text("path") ?? "/"
    let mark = try call.number("warn")
    if path.utf8.contains(0) { throw Failure(.valueControl, ["name": .text(call.spelling(of: "path"))]) }
    let absolute = context.world.machine.caller.absolute(path)
    guard !path.utf8.isEmpty, let space = context.world.machine.space(absolute) else {
      throw Failure(.fileMissing, ["path": .text(path)])
    }
    var snippet = Snippet([
      .fields([
        .init(text("Size"), space.total.bytesText), .init(text("Used"), space.used.bytesText),
        .init(text("Available"), space.available.bytesText),
      ])
    ])
    let dialog = text(
      "${path} is ${percent} % full.", ["path": .string(path), "percent": .integer(space.percent)])
    guard let mark, Double(space.percent) > mark else {
      return IntentResult(dialog: dialog, snippet: snippet, value: .object(space.members(path: path)))
    }
    let markText = Value(double: mark).plainText ?? ""
    snippet.blocks.append(.text(text("That is above the mark of ${mark} %.", ["mark": .string(markText)])))
    let fault = Fault(
      .diskAboveMark, ["path": .text(path), "percent": .integer(space.percent), "mark": .text(markText)])
    return IntentResult(
      .failed(fault), dialog: dialog, snippet: snippet, value: .object(space.members(path: path)))
  }
}
