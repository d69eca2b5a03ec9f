package import IntentCore
package import IntentPipeline

/// Tells how full a file system is, and fails above a mark.
package struct SystemDiskHandler: AnsweringHandler {
  package init() {}

  package let descriptor = HandlerDescriptor(
    name: "system.disk", summary: "Tells how full the file system of a path is.",
    fields: [
      .init("path", .string, required: true, help: "Any path on the file system."),
      .init("warn", .number, help: "The percentage above which the answer is a failure."),
    ])

  package func answer(
    _ call: HandlerCall, _ context: HandlerContext
  ) async throws(Failure) -> IntentResult {
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
      .diskAboveMark,
      ["path": .text(path), "percent": .integer(space.percent), "mark": .text(markText)])
    return IntentResult(
      .failed(fault), dialog: dialog, snippet: snippet, value: .object(space.members(path: path)))
  }
}

extension World.Caller {
  /// The path seen from the caller's working directory.
  func absolute(_ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    return workingDirectory == "/" ? "/\(path)" : "\(workingDirectory)/\(path)"
  }
}

extension Value {
  /// The number, as an integer when it is whole.
  init(double number: Double) {
    let isWhole = number.magnitude < 1e15 && Double(Int(number)) == number
    self = isWhole ? .integer(Int(number)) : .number(number)
  }
}
