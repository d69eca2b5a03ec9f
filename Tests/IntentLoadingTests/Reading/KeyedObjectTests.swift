import IntentCore
import Testing

@testable import IntentLoading

/// A kind of object: its keys, where its schema has them, and a file in which one more key of it stands.
private struct Kind: Sendable, CustomTestStringConvertible {
  let name: String
  let keys: [String]
  let schema: Value
  let path: [String]
  /// What is wrong with a file that has a key with a value besides, warnings left out.
  let faults: @Sendable (_ key: String) -> [Fault]

  var testDescription: String { name }

  init(
    _ name: String, _ keys: [String], _ schema: Value, _ path: [String],
    _ faults: @escaping @Sendable (String) -> [Fault]
  ) {
    self.name = name
    self.keys = keys
    self.schema = schema
    self.path = path
    self.faults = faults
  }

  private static let definition = DefinitionSchema(handlers: Reading.descriptors, entities: [], icons: [])
    .value

  static let all = [
    Kind("definition", DefinitionDraft.keys, definition, ["properties"]) {
      Reading.faults(#"{"\#($0)": 1}"#)
    },
    Kind("result", ResultReader.keys, definition, ["properties", "result", "properties"]) {
      Reading.faults(#"{"result": {"\#($0)": 1}}"#)
    },
    Kind("limits", IntentDefinition.Limits.keys, definition, ["properties", "limits", "properties"]) {
      Reading.faults(#"{"limits": {"\#($0)": 1}}"#)
    },
    Kind(
      "parameter", ParameterReader.parameterProperties.keys, definition, ["$defs", "parameter", "properties"]
    ) { Reading.faults(#"{"parameters": {"one": {"\#($0)": 1}}}"#) },
    Kind("schema", SchemaReader.keys, definition, ["$defs", "schema", "properties"]) {
      Reading.faults(#"{"parameters": {"one": {"type": "array", "items": {"\#($0)": 1}}}}"#)
    },
    Kind(
      "file", FileRule.keys, definition, ["$defs", "parameter", "properties", "file", "properties"]
    ) { Reading.faults(#"{"parameters": {"one": {"file": {"\#($0)": 1}}}}"#) },
    Kind("step", WorkflowReader.stepKeys.map(\.key), definition, ["$defs", "step", "properties"]) { key in
      let owner = StepAction.all.first { $0.has(key) && $0.name != key }.map { #""\#($0.name)": 1, "# } ?? ""
      return Reading.faults(#"{"handler": "workflow", "with": {"steps": [{\#(owner)"\#(key)": 1}]}}"#)
    },
    Kind(
      "retry", WorkflowStep.Retry.keys, definition, ["$defs", "step", "properties", "retry", "properties"]
    ) {
      Reading.faults(#"{"handler": "workflow", "with": {"steps": [{"stop": "x", "retry": {"\#($0)": 1}}]}}"#)
    },
    Kind("loop", LoopKeys.keys, definition, ["$defs", "step", "properties", "repeat", "properties"]) {
      Reading.faults(#"{"handler": "workflow", "with": {"steps": [{"repeat": {"\#($0)": 1}, "do": []}]}}"#)
    },
    Kind("answer", AnswerReader.keys, definition, ["$defs", "step", "properties", "return", "properties"]) {
      Reading.faults(#"{"handler": "workflow", "with": {"steps": [{"return": {"\#($0)": 1}}]}}"#)
    },
    Kind("configuration", ConfigurationDraft.keys, ConfigurationSchema.value([]), ["properties"]) {
      configuration(#"{"\#($0)": 1}"#)
    },
    Kind(
      "policy", PolicyRule.keys, ConfigurationSchema.value([]),
      ["properties", "policy", "items", "properties"]
    ) { configuration(#"{"policy": [{"\#($0)": 1}]}"#) },
    Kind("vpn", VPNSettingsReader.keys, ConfigurationSchema.value([]), ["properties", "vpn", "properties"]) {
      configuration(#"{"vpn": {"\#($0)": 1}}"#)
    },
    Kind("automation", AutomationDraft.keys, AutomationSchema.value, ["properties"]) {
      automation(#"{"\#($0)": 1}"#)
    },
    Kind(
      "schedule", ScheduleReader.keys, AutomationSchema.value,
      ["properties", "when", "anyOf", "1", "properties"]
    ) { automation(#"{"when": {"\#($0)": 1}}"#) },
    Kind(
      "call", AutomationCallReader.keys, AutomationSchema.value,
      ["$defs", "call", "anyOf", "1", "properties"]
    ) { automation(#"{"run": {"\#($0)": 1}}"#) },
  ]

  private static func configuration(_ text: String) -> [Fault] {
    do throws(Failure) {
      _ = try ConfigurationReader.read(
        SourceFile(displayPath: "config.json", path: "/config.json", bytes: Array(text.utf8)))
      return []
    } catch {
      return error.faults
    }
  }

  private static func automation(_ text: String) -> [Fault] {
    do throws(Failure) {
      _ = try AutomationReader.read(
        SourceFile(displayPath: "nightly.json", path: "/nightly.json", bytes: Array(text.utf8)),
        id: "nightly", knowsZone: { _ in true })
      return []
    } catch {
      return error.faults
    }
  }
}

@Suite struct KeyedObjectTests {
  @Test(arguments: Kind.all) fileprivate func `every row is in the schema, and nothing else`(_ kind: Kind) {
    #expect(kind.keys.count > 1)
    #expect(Set(kind.keys).count == kind.keys.count)
    #expect(kind.schema.at(kind.path)?.objectValue?.keys == kind.keys)
  }

  @Test(arguments: Kind.all) fileprivate func `every row is read`(_ kind: Kind) {
    for key in kind.keys {
      let unknown = kind.faults(key).filter { $0.code == .definitionUnknownKey && $0["hint"] == "" }
      #expect(unknown.isEmpty, "\(key)")
    }
  }

  @Test(arguments: Kind.all) fileprivate func `every row is suggested for what is nearly its key`(
    _ kind: Kind
  ) {
    for key in kind.keys {
      let wrong = key + "_"
      let unknown = kind.faults(wrong).first { $0.code == .definitionUnknownKey }
      #expect(unknown?["suggestion"] == .text(key), "\(wrong)")
    }
  }
}
