import Foundation
import IntentCore
import JSONSchema
import Testing

@testable import IntentLoading

@Suite struct DefinitionSchemaTests {
  private let schema = DefinitionSchema(
    handlers: Reading.descriptors, entities: ["door"], icons: ["bell"]
  ).value

  private func keys(_ path: String...) -> [String] {
    schema.at(path)?.objectValue?.keys ?? []
  }

  @Test func `every handler has its fields`() {
    for handler in Reading.descriptors {
      #expect(
        schema.at(["$defs", "with \(handler.name)", "properties"])?.objectValue?.keys
          == handler.fields.map(\.name))
    }
  }

  @Test(arguments: [
    ["properties"], ["$defs", "parameter", "properties"], ["$defs", "schema", "properties"],
    ["properties", "result", "properties"], ["properties", "limits", "properties"],
  ])
  func `every key has a title and a description for its hover`(_ path: [String]) {
    for (key, value) in schema.at(path)?.objectValue?.members ?? [] {
      #expect(value.objectValue?["title"]?.stringValue != nil, "\(path) \(key)")
      #expect(value.objectValue?["description"]?.stringValue != nil, "\(path) \(key)")
    }
  }

  @Test func `with goes by the handler`() {
    let conditions = schema.at(["allOf"])?.arrayValue ?? []
    #expect(conditions.count == Reading.descriptors.count)
    #expect(
      conditions.first?.at(["if", "properties", "handler", "const"]) == "dialog")
    #expect(
      conditions.first?.at(["then", "properties", "with", "$ref"]) == "#/$defs/with dialog")
    #expect(conditions.first?.at(["then", "required"]) == ["with"])
    #expect(conditions.first?.at(["then", "properties", "result", "properties", "parse"]) == false)
    let program = conditions.first { $0.at(["if", "properties", "handler", "const"]) == "command" }
    #expect(program?.at(["then"]) != nil)
    #expect(program?.at(["then", "properties", "result"]) == nil)
  }

  @Test(arguments: [
    "a", "a-b", "a.b", "a_b", "0", ".a", "-a", "A", "a b", "", "ä", String(repeating: "a", count: 64),
    String(repeating: "a", count: 65),
  ])
  func `names are those of the reader`(_ name: String) throws {
    #expect(try Pattern(Names.identifierPattern).matches(name) == Names.isIdentifier(name))
    #expect(try Pattern(Names.parameterPattern).matches(name) == Names.isParameterName(name))
  }

  @Test(arguments: [
    "PT30S", "P1D", "P1W", "P1DT2H", "PT1H30M", "PT1.5S", "30s", "1h30m", "1h30min", "500ms", "2w", "1d12h",
    "PT0S", "0s", "", "P", "PT", "P1DT", "P1Y", "P1M", "30", "30S", "1m1h", "PT1S1M", "-1s", "1 h", "soon",
    "1,5s", "PT1,5S", "P1D2H", "s", "PTS",
  ])
  func `durations are those of the reader`(_ text: String) {
    let isMatch = text.range(of: DefinitionSchema.durationPattern, options: .regularExpression) != nil
    #expect(isMatch == (Duration(text: text).map { $0 > .zero } ?? false))
  }
}
