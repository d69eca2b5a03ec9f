import IntentCore
import JSONLogic
import JSONSchema
import Testing

/// What the libraries find wrong keeps the codes and the facts that callers rely on.
@Suite struct LibraryFaultTests {
  @Test(
    arguments: [
      ("", FaultCode.jsonEmpty, [:]),
      (
        "{} {}", .jsonSyntax,
        ["found": "\"{\"", "expected": "end of the file", "hint": "a file holds one value"]
      ),
      ("[1}", .jsonSyntax, ["found": "\"}\"", "expected": "\",\" or \"]\""]),
      ("[1,]", .jsonSyntax, ["found": "\",\"", "hint": "remove the comma before \"]\""]),
      ("[True]", .jsonSyntax, ["found": "\"True\"", "expected": "a value", "hint": "write true"]),
      ("[flase]", .jsonSyntax, ["found": "\"flase\"", "expected": "a value", "hint": "write false"]),
      (
        "[hello]", .jsonSyntax,
        ["found": "\"hello\"", "expected": "a value", "hint": "text is written in double quotes"]
      ),
      ("01", .jsonNumber, ["found": "\"01\"", "hint": "a number has no leading zero"]),
      ("\u{FEFF}1", .jsonByteOrderMark, ["encoding": "UTF-8"]),
      (#"{"a":1,"a":2}"#, .jsonDuplicateKey, ["key": "a"]),
      (#""\u0000""#, .jsonNul, [:]),
    ] as [(String, FaultCode, [String: FaultArgument])])
  func ofJSON(_ text: String, _ code: FaultCode, _ arguments: [String: FaultArgument]) {
    let failure = #expect(throws: Failure.self) { try Value(json: Array(text.utf8), file: "x") }
    #expect(failure?.faults.first.map { Self.facts($0) } == arguments)
    #expect(failure?.faults.map(\.code) == [code])
  }

  @Test func ofLimits() {
    let limits = JSONLimits(bytes: 4, depth: 1)
    let size = #expect(throws: Failure.self) {
      try Value(json: Array("12345".utf8), file: "x", limits: limits)
    }
    #expect(size?.faults.first?.code == .fileTooLarge)
    #expect(
      size?.faults.first.map { Self.facts($0) } == ["path": "x", "size": .integer(5), "limit": .integer(4)])
    let depth = #expect(throws: Failure.self) {
      try Value(json: Array("[[]]".utf8), file: "x", limits: limits)
    }
    #expect(depth?.faults.first?["limit"] == .integer(1) && depth?.faults.first?.code == .jsonDepth)
  }

  @Test func ofSchemas() {
    let schema = Schema([.items(prefix: [], rest: Schema([.enumeration(["toggle", "on"]), .maxLength(2)]))])
    let faults = schema.faults(for: ["togle"], name: "--state")
    #expect(faults.map(\.code) == [.valueEnum, .valueMaxLength])
    #expect(faults.allSatisfy { $0["name"] == .text("--state.0") && $0.parameter == "--state" })
    #expect(faults[0]["suggestion"] == .text("toggle") && faults[0]["allowed"] == .list(["toggle", "on"]))
    #expect(faults[1]["limit"] == .integer(2) && faults[1]["found"] == .integer(5))
    let named = Schema([.properties(.init(named: [("name", .anything)], additional: .nothing))])
    let fault = named.faults(for: .object(["nme": 1]), name: "x").first
    #expect(fault?.code == .valueProperty && fault?["suggestion"] == .text("name"))
    #expect(Schema([.minimum(2.5)]).faults(for: 1, name: "x").first?["limit"] == .text("2.5"))
  }

  @Test func ofLogic() {
    let unknown = #expect(throws: Failure.self) { try Logic(reading: .object(["fliter": []])) }
    #expect(unknown?.faults == [Fault(.conditionOperator, ["name": "fliter", "suggestion": "filter"])])
    let value = #expect(throws: Failure.self) {
      try Logic(reading: .object([">": [1, "x"]])).evaluate(over: .null)
    }
    #expect(value?.faults == [Fault(.conditionValue, ["name": ">", "expected": "a number", "value": "x"])])
  }

  @Test func ofCatalogs() {
    let failure = #expect(throws: Failure.self) { try StringCatalog(bytes: Array("[]".utf8), file: "x") }
    #expect(
      failure?.faults.first?.code == .definitionType && failure?.faults.first?["key"] == .text("strings"))
  }

  private static func facts(_ fault: Fault) -> [String: FaultArgument] {
    Dictionary(uniqueKeysWithValues: fault.arguments.map { ($0.name, $0.value) })
  }
}
