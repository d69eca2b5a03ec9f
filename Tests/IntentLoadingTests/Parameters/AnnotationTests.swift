import IntentCore
import IntentLoading
import JSONSchema
import Testing

/// `choices` and `file` of a parameter.
@Suite struct AnnotationTests {
  private func read(_ parameter: String) throws(Failure) -> IntentDefinition {
    let text = """
      {"title":"Do It","parameters":{"x":{\(parameter)}},"handler":"dialog","with":{"text":"x"}}
      """
    let file = SourceFile(displayPath: "do-it.json", path: "/do-it.json", bytes: Array(text.utf8))
    let descriptor = HandlerDescriptor(
      name: "dialog", summary: "", fields: [.init("text", .string, required: true, help: "")])
    return try DefinitionReader.read(
      file, id: "do-it", descriptors: { _ in descriptor }, handlerNames: { [] }
    ).definition
  }

  static let good: [(json: String, choices: Choices?, file: FileRule?)] = [
    (#""choices":["a","b"]"#, .list([Choice(value: "a"), Choice(value: "b")]), nil),
    (
      #""choices":[{"value":1,"title":"One"},2]"#, .list([Choice(value: 1, title: "One"), Choice(value: 2)]),
      nil
    ),
    (#""choices":{"command":["ls","-1"]}"#, .command(["ls", "-1"]), nil),
    (
      #""type":"array","items":{"type":"string"},"choices":["a"],"default":["a"]"#,
      .list([Choice(value: "a")]), nil
    ),
    (#""file":{}"#, nil, FileRule()),
    (
      #""type":"string","file":{"mustExist":true,"accept":["*.txt",".json","folder"]}"#, nil,
      FileRule(mustExist: true, accept: [.name("*.txt"), .name("*.json"), .folder])
    ),
    (#""type":"array","file":{}"#, nil, FileRule()),
    (#""file":{"within":"/srv/safe"}"#, nil, FileRule(within: "/srv/safe")),
    (#""file":{"within":"~/x"}"#, nil, FileRule(within: "~/x")),
  ]

  @Test(arguments: good) func `is read`(json: String, choices: Choices?, file: FileRule?) throws {
    let parameter = try read(json).parameters[0]
    #expect(parameter.choices == choices)
    #expect(parameter.file == file)
    #expect(parameter.schema.types != nil)
  }

  static let bad: [(json: String, code: FaultCode)] = [
    (#""choices":[]"#, .definitionType), (#""choices":"a""#, .definitionType),
    (#""choices":["a","a"]"#, .definitionType), (#""choices":[["a"]]"#, .definitionType),
    (#""choices":[{"title":"A"}]"#, .definitionType),
    (#""choices":[{"value":"a","tile":"A"}]"#, .definitionUnknownKey),
    (#""choices":{}"#, .definitionMissingKey), (#""choices":{"command":[]}"#, .definitionType),
    (#""choices":{"command":"ls"}"#, .definitionType),
    (#""choices":{"command":["ls","${x}"]}"#, .definitionType),
    (#""choices":{"command":[""]}"#, .definitionType),
    (#""choices":{"comand":["ls"]}"#, .definitionUnknownKey),
    (#""choices":["a"],"entity":"door""#, .definitionType),
    (#""type":"integer","choices":["a"]"#, .definitionType),
    (#""choices":["a"],"default":"b""#, .definitionDefault),
    (#""file":true"#, .definitionType), (#""file":{"mustexist":true}"#, .definitionUnknownKey),
    (#""file":{"accept":["txt"]}"#, .definitionType), (#""file":{"accept":["a/*"]}"#, .definitionType),
    (#""file":{"accept":"*.txt"}"#, .definitionType), (#""type":"integer","file":{}"#, .definitionType),
    (#""file":{"mustExist":1}"#, .definitionType), (#""file":{"within":"safe"}"#, .definitionType),
    (#""file":{"within":""}"#, .definitionType), (#""file":{"within":"~ana"}"#, .definitionType),
  ]

  @Test(arguments: bad) func `is refused with its place`(json: String, code: FaultCode) {
    let failure = #expect(throws: Failure.self) { try read(json) }
    #expect(
      failure?.faults.contains { $0.code == code && $0.location != nil } == true,
      "\(String(describing: failure))")
  }
}
