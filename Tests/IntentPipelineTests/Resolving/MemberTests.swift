import IntentCore
import IntentPipeline
import TestSupport
import Testing

@Suite struct MemberTests {
  static let mail = #"""
    "x":{"type":"object","properties":{"to":{"type":"string"},"copies":{"type":"integer"},
    "when":{"type":"string","format":"date"},"urgent":{"type":"boolean"},
    "tags":{"type":"array","items":{"type":"string"}},
    "server":{"type":"object","properties":{"port":{"type":"integer"}}}},"additionalProperties":false}
    """#

  static let samples: [(members: [(String, String)], expected: Value)] = [
    ([("to", "ana")], .object(["to": "ana"])),
    ([("to", "ana"), ("copies", "1e1")], .object(["to": "ana", "copies": 10])),
    ([("when", "tomorrow")], .object(["when": "2026-12-01"])),
    ([("urgent", "yes")], .object(["urgent": true])),
    ([("tags", "a"), ("tags", "b")], .object(["tags": ["a", "b"]])),
    ([("tags", #"["a"]"#)], .object(["tags": ["a"]])),
    ([("server.port", "25")], .object(["server": .object(["port": 25])])),
    ([("server", #"{"port":1}"#), ("server.port", "2")], .object(["server": .object(["port": 2])])),
  ]

  private func contents(_ members: [(String, String)]) -> [SuppliedArgument.Content] {
    members.map { .member($0.0.split(separator: ".").map(String.init), $0.1) }
  }

  @Test(arguments: samples) func `members make an object`(members: [(String, String)], expected: Value)
    async throws
  {
    let definition = try Resolving.parameters(Self.mail)
    #expect(try await Resolving().values(definition, contents(members))["x"] == expected)
  }

  static let bad: [(members: [(String, String)], code: FaultCode)] = [
    ([("copies", "+1")], .valueNotANumber), ([("to", "a"), ("to", "b")], .parameterRepeated),
    ([("too", "a")], .valueProperty), ([("when", "sometime")], .valueFormat),
    ([("server.port", "x")], .valueNotANumber), ([("to.x", "a"), ("to", "b")], .parameterRepeated),
    ([("server", "{")], .valueJSON),
  ]

  @Test(arguments: bad) func `a bad member is refused`(members: [(String, String)], code: FaultCode)
    async throws
  {
    let definition = try Resolving.parameters(Self.mail)
    let faults = await Resolving().faults(definition, contents(members))
    #expect(faults.map(\.code) == [code])
  }

  @Test func `every bad member is told`() async throws {
    let definition = try Resolving.parameters(Self.mail)
    let faults = await Resolving().faults(definition, contents([("copies", "x"), ("server.port", "y")]))
    #expect(faults.compactMap { $0["name"] } == [.text("--x.copies"), .text("--x.server.port")])
  }

  @Test func `members change a whole object or the default`() async throws {
    let definition = try Resolving.parameters(
      #""x":{"type":"object","default":{"a":1,"b":2},"properties":{"b":{"type":"integer"}}}"#)
    let changed = try await Resolving().values(definition, [.member(["b"], "3")])
    #expect(changed["x"] == .object(["a": 1, "b": 3]))
    let whole = try await Resolving().values(definition, [.text(#"{"c":1}"#), .member(["b"], "3")])
    #expect(whole["x"] == .object(["c": 1, "b": 3]))
  }
}
