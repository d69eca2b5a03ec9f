import IntentCore
import IntentPipeline
import TestSupport
import Testing

@Suite struct SummaryTests {
  private func summary(_ text: String, _ given: KeyValuePairs<String, Value>) async throws -> String {
    var definition = try Resolving.parameters(
      #""door":{"entity":"door"},"code":{"type":"string","secret":true},"n":{"type":"integer"}"#)
    definition.summary = Template(written: .string(text))
    var resolving = Resolving()
    resolving.entities = [Entity(id: "demo:front", title: "Front Door", names: ["front"])]
    let arguments = given.map {
      SuppliedArgument(name: $0.key, content: .value($0.value), spelling: "--\($0.key)")
    }
    guard case .ready(let resolved) = await resolving.resolve(definition, arguments) else {
      throw Failure(.internalError)
    }
    return resolved.summary
  }

  @Test func `values are as people know them`() async throws {
    #expect(
      try await summary("Open ${door} in ${n} s", ["door": "front", "n": 5]) == "Open Front Door in 5 s")
  }

  @Test func `a secret is never shown`() async throws {
    #expect(try await summary("Open with ${code}", ["code": "1234"]) == "Open with ***")
    #expect(try await summary("${code}", ["code": "1234"]) == "***")
  }

  @Test func `a missing value leaves no gap`() async throws {
    #expect(try await summary("Open ${door} now ${n}", [:]) == "Open now")
  }
}
