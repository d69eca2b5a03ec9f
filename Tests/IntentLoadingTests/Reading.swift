import IntentCore
import IntentLoading

/// Reads definitions with handlers that exist only here.
enum Reading {
  static let descriptors = [
    HandlerDescriptor(
      name: "dialog", summary: "Says something.",
      fields: [.init("text", .string, required: true, help: ""), .init("value", .any, help: "")]),
    HandlerDescriptor(
      name: "command", summary: "Runs a program.",
      fields: [
        .init("run", .strings, required: true, help: ""),
        .init("stdin", .string, takesSecrets: true, help: ""),
        .init("env", .table, help: ""), .init("descriptors", .table, takesSecrets: true, help: ""),
        .init("quiet", .boolean, help: ""),
        .init("attempts", .integer, help: ""), .init("ratio", .number, help: ""),
        .init("wait", .duration, help: ""), .init("color", .choice(["red", "green"]), help: ""),
      ], hasOutput: true),
    HandlerDescriptor(
      name: "workflow", summary: "Runs others.",
      fields: [.init("steps", .steps, required: true, help: ""), .init("finally", .steps, help: "")]),
  ]

  static func read(_ text: String, id: String = "sample") throws(Failure) -> LoadedDefinition {
    try read(Array(text.utf8), id: id)
  }

  static func read(_ bytes: [UInt8], id: String = "sample") throws(Failure) -> LoadedDefinition {
    try DefinitionReader.read(
      SourceFile(displayPath: "intents/\(id).json", path: "/intents/\(id).json", bytes: bytes), id: id,
      descriptors: { name in descriptors.first { $0.name == name } },
      handlerNames: { descriptors.map(\.name) })
  }

  /// The faults of a file, warnings among them.
  static func faults(_ bytes: [UInt8]) -> [Fault] {
    do throws(Failure) {
      return try read(bytes).warnings
    } catch {
      return error.faults
    }
  }

  static func faults(_ text: String) -> [Fault] { faults(Array(text.utf8)) }

  /// A fault as `code line:column+length`.
  static func text(_ fault: Fault) -> String {
    let severity = fault.severity == .warning ? "warning " : ""
    guard let place = fault.location else { return severity + fault.code.id }
    return "\(severity)\(fault.code.id) \(place.line):\(place.column)+\(place.length)"
  }

  /// A valid definition with the given parameters (an object's members) and other top-level members.
  static func definition(parameters: String = "", _ rest: String = "") -> String {
    let more = rest.isEmpty ? "" : ",\n\(rest)"
    return """
      {"title": "T", "handler": "dialog", "with": {"text": "x"},
      "parameters": {
      \(parameters)
      }\(more)}
      """
  }
}
