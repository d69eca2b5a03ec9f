import IntentCore
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
    let logic = try Logic(reading: Value(json: Array(rule.utf8), file: "rule"))
    #expect(try logic.evaluate(over: Self.data) == expected)
  }

  @Test(arguments: [
    (#"{"equals": [1, 1]}"#, FaultCode.conditionOperator),
    (#"{">": [1, "0x10"]}"#, .conditionValue),
    (#"{"before": ["tomorrow", "2026-12-01"]}"#, .conditionValue),
    (#"{"before": ["2026-12-01T10:00:00", "2026-12-01"]}"#, .conditionValue),
    (#"{"shorter": ["90", "2m"]}"#, .conditionValue),
    (#"{"/": [1, 0]}"#, .conditionValue),
    (#"{"<": [1]}"#, .conditionArguments),
    (#"{"all": [1, true]}"#, .conditionArguments),
  ])
  func refuses(_ rule: String, _ code: FaultCode) throws {
    let failure = #expect(throws: Failure.self) {
      try Logic(reading: Value(json: Array(rule.utf8), file: "rule")).evaluate(over: Self.data)
    }
    #expect(failure?.faults.first?.code == code)
  }

  @Test func namesTheVariablesThatAreNotOfAnElement() throws {
    let rule =
      #"{"and": [{"var": "a.b"}, {"map": [{"var": "list"}, {"var": "x"}]}, {"var": ["c", {"var": "d"}]}]}"#
    #expect(
      try Logic(reading: Value(json: Array(rule.utf8), file: "rule")).variables == ["a.b", "list", "c", "d"])
  }
}
