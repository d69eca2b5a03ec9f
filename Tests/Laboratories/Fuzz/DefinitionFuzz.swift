import IntentCore
import IntentLoading
import JSONSchema

private let handlers = [
  HandlerDescriptor(
    name: "dialog", summary: "", fields: [.init("text", .string, required: true, help: "")]),
  HandlerDescriptor(
    name: "command", summary: "",
    fields: [
      .init("run", .strings, required: true, help: ""), .init("env", .table, help: ""),
      .init("wait", .duration, help: ""), .init("color", .choice(["red", "green"]), help: ""),
    ], hasOutput: true),
]

/// Any bytes either make a definition or a failure whose faults all have a place in the file; the same bytes
/// as a value and as a pattern must not crash either.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDefinition(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do throws(Failure) {
    let loaded = try DefinitionReader.read(
      SourceFile(displayPath: "fuzz.json", path: "/fuzz.json", bytes: bytes), id: "fuzz",
      descriptors: { name in handlers.first { $0.name == name } }, handlerNames: { handlers.map(\.name) })
    for parameter in loaded.definition.parameters {
      _ = parameter.schema.faults(for: .string("2026-12-01"), name: parameter.name)
      _ = parameter.schema.accepts([1, 2.5, "x"])
    }
  } catch {
    precondition(!error.faults.isEmpty)
    for fault in error.faults {
      guard let place = fault.location else { preconditionFailure("a fault without a place") }
      precondition(place.line > 0 && place.column > 0 && place.length > 0 && place.textColumn > 0)
    }
  }
  if let value = try? Value(json: bytes, file: "fuzz.json") {
    let again = try? Value(json: Array(value.json().utf8), file: "again.json")
    precondition(again == value, "what was written reads as something else")
  }
  let text = String(decoding: bytes, as: UTF8.self)
  if count < 64, let pattern = try? Pattern(text) { _ = pattern.matches(text) }
  for format in Format.allCases where count < 300 { _ = format.accepts(text) }
  return 0
}
