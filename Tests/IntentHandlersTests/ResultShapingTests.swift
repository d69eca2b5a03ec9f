import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct ResultShapingTests {
  private let world = ScriptedWorld()
  private let answer = IntentResult(
    dialog: "Found.", value: .object(["name": "disk", "sizes": [1, 2]]), handler: .status(0))

  private func shaped(
    _ dialog: String? = nil, snippet: Value? = nil, value: Value? = nil, _ answer: IntentResult? = nil
  ) async throws -> IntentResult {
    let intent = definition(
      "dialog", parameters: [.text("who")], dialog: dialog, snippet: snippet, value: value)
    return (answer ?? self.answer).shaped(
      by: try await filled(intent, ["who": "Ana"], in: world), text: "out")
  }

  @Test(arguments: [
    ("${who}: ${result.value.name} ${result.value.sizes.1}", "Ana: disk 2"), ("${result.text}!", "out!"),
    ("status ${result.exitCode}", "status 0"), ("${result.value.sizes}", "[1,2]"),
    ("was ${result.dialog}", "was Found."),
    ("${result.value.absent}", "Found."),
  ])
  func `a dialog is made of the answer`(template: String, dialog: String) async throws {
    #expect(try await shaped(template).dialog == dialog)
  }

  @Test func `a snippet is text or fields`() async throws {
    #expect(try await shaped(snippet: "n ${result.value.name}").snippet == Snippet([.text("n disk")]))
    let fields = try await shaped(snippet: .object(["Name": "${result.value.name}"])).snippet
    #expect(fields == Snippet([.fields([.init("Name", "disk")])]))
  }

  @Test func `a value keeps its type`() async throws {
    #expect(try await shaped(value: "${result.value.sizes.0}").value == 1)
    #expect(try await shaped(value: .object(["a": "${who}"])).value == .object(["a": "Ana"]))
  }

  @Test func `a failure keeps its own words`() async throws {
    let failed = IntentResult(.failed(Fault(.handlerFailed)), dialog: "Broken.")
    #expect(try await shaped("All is well.", failed) == failed)
  }
}
