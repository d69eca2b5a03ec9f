import JSON
import JSONLogic
import Testing

@Suite struct LogicTests {
  private static let data: Value = .object([
    "deadline": "2026-12-01", "now": "2026-11-30T23:30:00+01:00", "took": "PT90S", "limit": "2m",
    "names": ["ana", "bo"], "count": 3,
  ])

  @Test(arguments: [
    (#"{">": ["9", "10"]}"#, Value.boolean(true)),
    (#"{">": ["9", 10]}"#, false),
    (#"{"before": [{"var": "now"}, {"var": "deadline"}]}"#, true),
    (#"{"after": ["2026-12-01T01:00:00+02:00", "2026-11-30T22:30:00Z"]}"#, true),
    (#"{"shorter": [{"var": "took"}, {"var": "limit"}]}"#, true),
    (#"{"longer": ["9s", "10s"]}"#, false),
    (#"{"+": [9223372036854775807, 0]}"#, .integer(.max)),
    (#"{"in": ["a\u0301", "xa\u0301y"]}"#, true),
    (#"{"==": ["a", "a\u0301"]}"#, false),
    (#"{"if": [{"in": ["ana", {"var": "names"}]}, "in", "out"]}"#, "in"),
    (#"{"a": 1, "b": 2}"#, .object(["a": 1, "b": 2])),
  ])
  func worksOut(_ rule: String, _ expected: Value) throws {
    let logic = try Logic(read(rule))
    #expect(try logic.evaluate(Self.data) == expected)
  }

  @Test(arguments: [
    (#"{"equals": [1, 1]}"#, LogicError.unknownOperator("equals")),
    (#"{">": [1, "0x10"]}"#, .value(.greater, expected: "a number", found: "0x10")),
    (#"{"before": ["tomorrow", "2026-12-01"]}"#, .value(.before, expected: date, found: "tomorrow")),
    (
      #"{"before": ["2026-12-01T10:00:00", "2026-12-01"]}"#,
      .value(.before, expected: date, found: "2026-12-01T10:00:00")
    ),
    (
      #"{"shorter": ["90", "2m"]}"#,
      .value(.shorter, expected: "a duration such as 30s or PT30S", found: "90")
    ),
    (#"{"/": [1, 0]}"#, .value(.divide, expected: "numbers with a result", found: "inf")),
    (#"{"<": [1]}"#, .arguments(.less)),
    (#"{"all": [1, true]}"#, .arguments(.all)),
  ])
  func refuses(_ rule: String, _ error: LogicError) {
    #expect(throws: error) { try Logic(read(rule)).evaluate(Self.data) }
  }

  private static let date = "a date such as 2026-12-01, or a date and time with its zone"

  @Test func namesTheVariablesThatAreNotOfAnElement() throws {
    let rule =
      #"{"and": [{"var": "a.b"}, {"map": [{"var": "list"}, {"var": "x"}]}, {"var": ["c", {"var": "d"}]}]}"#
    #expect(
      try Logic(read(rule)).variables == ["a.b", "list", "c", "d"])
  }

  private func read(_ rule: String) throws -> Value {
    try JSONDocument(parsing: Array(rule.utf8), file: "rule", limits: .data).root.value
  }
}
