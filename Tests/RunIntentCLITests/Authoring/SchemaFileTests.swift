import Foundation
import TestSupport
import Testing

@testable import RunIntentCLI

@Suite struct SchemaFileTests {
  @Test func `the shipped schema is what the command prints`() async throws {
    let printed = await GoldenMachine().run(["schema"])
    #expect(
      String(decoding: printed.output, as: UTF8.self)
        == (try Repository.text("intents/schema/intent.schema.json")),
      "write it anew with: runintent schema > intents/schema/intent.schema.json")
  }

  @Test func `the shipped schema of the configuration too`() async throws {
    let printed = await GoldenMachine().run(["schema", "--config"])
    #expect(
      String(decoding: printed.output, as: UTF8.self)
        == (try Repository.text("intents/schema/config.schema.json")),
      "write it anew with: runintent schema --config > intents/schema/config.schema.json")
  }

  @Test func `the shipped schema of automations is what the command prints`() async throws {
    let printed = await GoldenMachine().run(["schema", "--automation"])
    #expect(
      String(decoding: printed.output, as: UTF8.self)
        == (try Repository.text("intents/schema/automation.schema.json")),
      "write it anew with: runintent schema --automation > intents/schema/automation.schema.json")
  }
}
