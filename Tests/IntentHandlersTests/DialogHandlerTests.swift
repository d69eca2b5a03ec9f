import IntentCore
import IntentPipeline
import TestSupport
import Testing

@testable import IntentHandlers

@Suite struct DialogHandlerTests {
  private let world = ScriptedWorld()

  @Test func `says its text with the parameter in it`() async throws {
    let hello = definition(
      "dialog", parameters: [.text("name", required: true)], with: ["text": "Hello, ${name}."])
    let result = try await DialogHandler().answer(
      filled(hello, ["name": "Ana"], in: world), HandlerContext(world))
    #expect(result == IntentResult(dialog: "Hello, Ana.", value: "Hello, Ana."))
  }

  @Test func `shows the detail and gives the value`() async throws {
    let intent = definition(
      "dialog", with: ["text": "Done.", "detail": "All of it.", "value": .object(["n": 3])])
    let result = try await DialogHandler().answer(filled(intent, in: world), HandlerContext(world))
    #expect(result.snippet == Snippet([.text("All of it.")]))
    #expect(result.value == .object(["n": 3]))
  }

  @Test func `claims nothing`() async throws {
    let intent = definition("dialog", with: ["text": "Hi."])
    #expect(try await DialogHandler().capabilities(filled(intent, in: world)).isEmpty)
  }
}
