import IntentCore
import IntentLoading
import Testing

@Suite struct WorkflowLinkerTests {
  /// Links the first of some definitions with the others.
  private func link(_ first: String, _ files: [String: String]) throws(Failure) -> IntentDefinition {
    let find: (String) throws(Failure) -> SourceFile = { id throws(Failure) in
      guard let text = files[id] else {
        throw Failure(.intentUnknown, ["intent": .text(id), "suggestion": ""])
      }
      return SourceFile(
        displayPath: "intents/\(id).json", path: "/intents/\(id).json", bytes: Array(text.utf8))
    }
    let linker = WorkflowLinker(find: find) { file, id throws(Failure) in try Reading.read(file.bytes, id: id)
    }
    let file = try find(first)
    return try linker.link(try Reading.read(file.bytes, id: first).definition, file)
  }

  private func workflow(running ids: String...) -> String {
    WorkflowReaderTests.definition(ids.map { "{\"run\": \"\($0)\"}" }.joined(separator: ","))
  }

  private let leaf = #"{"title": "Leaf", "handler": "dialog", "with": {"text": "x"}}"#

  /// So many workflows, each running the next, and at last a leaf.
  private func tower(_ levels: Int) -> [String: String] {
    var files = ["w\(levels)": leaf]
    for level in 0..<levels { files["w\(level)"] = workflow(running: "w\(level + 1)") }
    return files
  }

  @Test func `sixty-four levels are as deep as it goes`() throws {
    #expect(try link("w0", tower(64)).workflow?.callees.count == 1)
    let failure = #expect(throws: Failure.self) { try link("w0", tower(65)) }
    #expect(failure?.faults.first?.code == .definitionStep)
    #expect(failure?.faults.first?["reason"] == "deep")
  }

  @Test func `what many run is read once`() throws {
    var files = ["z": leaf]
    for level in 0..<30 {
      let next = level == 29 ? "z" : "w\(level + 1)"
      files["w\(level)"] = workflow(running: next, next, next)
    }
    #expect(try link("w0", files).workflow?.callees.count == 1)
  }

  @Test func `a way back is told with both places`() {
    let files = ["a": workflow(running: "b"), "b": workflow(running: "a")]
    let failure = #expect(throws: Failure.self) { try link("a", files) }
    #expect(failure?.faults.count == 1)
    let fault = failure?.faults.first
    #expect(fault?["path"] == "a → b → a")
    #expect(fault?.location?.file == "intents/a.json")
    #expect(fault?["other"] == "intents/b.json:3:9")
  }
}
