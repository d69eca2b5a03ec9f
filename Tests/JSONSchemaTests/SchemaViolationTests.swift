import JSON
import JSONSchema
import Testing

@Suite struct SchemaViolationTests {
  struct Sample: CustomTestStringConvertible {
    let testDescription: String
    let schema: Schema
    let good: [Value]
    let bad: [Value]
    let kind: String
    init(
      _ name: String, _ assertion: Schema.Assertion, good: [Value], bad: [Value], _ kind: String
    ) {
      (testDescription, schema) = (name, Schema([assertion]))
      (self.good, self.bad, self.kind) = (good, bad, kind)
    }
  }

  static let samples: [Sample] = [
    Sample("integer", .type([.integer]), good: [1, .number(1e300)], bad: [1.5, "1", true], "type"),
    Sample("number or null", .type([.number, .null]), good: [1, 1.5, .null], bad: ["1"], "type"),
    Sample(
      "enum", .enumeration(["on", 1, [1]]), good: ["on", 1.0, [1.0]], bad: ["off", 2, []], "enumeration"),
    Sample("const", .constant(.object(["a": 1])), good: [.object(["a": 1.0])], bad: [1], "constant"),
    Sample("minimum", .minimum(2), good: [2, 2.5, "x"], bad: [1, 1.9], "minimum"),
    Sample("maximum", .maximum(2.5), good: [2, 2.5], bad: [3, 2.51], "maximum"),
    Sample(
      "exclusive minimum", .exclusiveMinimum(2), good: [3, 2.1], bad: [2, 2.0], "exclusiveMinimum"),
    Sample("exclusive maximum", .exclusiveMaximum(2), good: [1, 1.9], bad: [2, 3], "exclusiveMaximum"),
    Sample(
      "a limit beyond a double's digits", .maximum(.integer(9_007_199_254_740_993)),
      good: [.integer(9_007_199_254_740_993)], bad: [.integer(9_007_199_254_740_994)], "maximum"),
    Sample(
      "decimal multiples", .multipleOf(0.0001), good: [0.0075, 1, -0.3, .number(1e300)],
      bad: [0.00751, 1e-9],
      "multipleOf"),
    Sample("multiples of 0.1", .multipleOf(0.1), good: [0.3, 4.35e1, 0], bad: [0.35], "multipleOf"),
    Sample(
      "whole multiples", .multipleOf(3), good: [9, -9, .number(3e20)], bad: [10, 0.3], "multipleOf"),
    Sample("least length", .minLength(2), good: ["ab", "😀😀", 1], bad: ["é", ""], "minLength"),
    Sample("greatest length", .maxLength(2), good: ["ab", "😀😀", "e\u{301}"], bad: ["abc"], "maxLength"),
    Sample("format", .format(.date), good: ["2026-12-01"], bad: ["2026-02-30", "tomorrow"], "format"),
    Sample("items at least", .minItems(1), good: [[1]], bad: [[]], "minItems"),
    Sample("items at most", .maxItems(1), good: [[1]], bad: [[1, 2]], "maxItems"),
    Sample(
      "unique items", .uniqueItems, good: [[1, true, "1", [1]], [.object(["a": 1]), .object(["a": 2])]],
      bad: [[1, 1.0], [.object(["a": 1, "b": 2]), .object(["b": 2, "a": 1])]], "uniqueItems"),
    Sample(
      "items", .items(prefix: [Schema([.type([.string])])], rest: .nothing), good: [["a"], []],
      bad: [["a", 1]],
      "nothingAllowed"),
    Sample(
      "contains", .contains(Schema([.minimum(5)]), minimum: 1, maximum: 2), good: [[1, 5], [5, 6, 1]],
      bad: [[], [1], [5, 6, 7]], "contains"),
    Sample(
      "required", .required(["a"]), good: [.object(["a": 1]), "x"], bad: [.object([:])],
      "requiredProperty"),
    Sample(
      "properties at least", .minProperties(1), good: [.object(["a": 1])], bad: [.object([:])],
      "minProperties"),
    Sample(
      "properties at most", .maxProperties(0), good: [.object([:])], bad: [.object(["a": 1])],
      "maxProperties"),
    Sample(
      "no other property",
      .properties(.init(named: [("name", .anything)], additional: .nothing)), good: [.object(["name": 1])],
      bad: [.object(["nme": 1])], "property"),
    Sample(
      "names of properties", .propertyNames(Schema([.maxLength(2)])), good: [.object(["ab": 1])],
      bad: [.object(["abc": 1])], "property"),
    Sample(
      "any of", .anyOf([Schema([.type([.string])]), Schema([.minimum(5)])]), good: ["x", 6], bad: [4],
      "combination"),
    Sample(
      "one of", .oneOf([Schema([.minimum(2)]), Schema([.maximum(5)])]), good: [1, 6], bad: [3],
      "combination"),
    Sample("not", .not(Schema([.type([.string])])), good: [1], bad: ["x"], "combination"),
    Sample("nothing", .nothing, good: [], bad: [.null], "nothingAllowed"),
  ]

  @Test(arguments: samples) func tellsGoodFromBad(_ sample: Sample) {
    for value in sample.good {
      #expect(sample.schema.violations(of: value).isEmpty, "\(value.json())")
      #expect(sample.schema.accepts(value), "\(value.json())")
    }
    for value in sample.bad {
      let violations = sample.schema.violations(of: value)
      #expect(violations.map(\.problem.name) == [sample.kind], "\(value.json())")
      #expect(!sample.schema.accepts(value), "\(value.json())")
    }
  }

  @Test func aSlipGetsTheList() {
    let violations = Schema([.enumeration(["toggle", "on", 1])]).violations(of: "togle")
    #expect(violations.map(\.problem) == [.enumeration(allowed: ["toggle", "on", "1"])])
    #expect(violations.first?.value == "togle")
  }

  @Test(arguments: Format.allCases) func aFormatAcceptsItsExample(_ format: Format) {
    #expect(format.accepts(format.example))
    #expect(Schema([.format(format)]).violations(of: "?").map(\.problem) == [.format(format)])
  }

  @Test func aPatternThatDoesNotMatchIsNamed() throws {
    let violations = Schema([.pattern(try Pattern("^[a-z]+$"))]).violations(of: "A1")
    #expect(violations.map(\.problem) == [.pattern("^[a-z]+$")])
  }

  @Test func everyViolationComesWithItsPlace() {
    let item = Schema([
      .type([.object]), .required(["id"]), .properties(.init(named: [("n", Schema([.maximum(5)]))])),
    ])
    let schema = Schema([.items(prefix: [], rest: item), .maxItems(2)])
    let violations = schema.violations(of: [1, .object(["n": 6]), .object(["id": 1])])
    #expect(violations.map(\.problem.name) == ["type", "requiredProperty", "maximum", "maxItems"])
    #expect(violations.map(\.path) == [["0"], ["1"], ["1", "n"], []])
  }

  @Test func aLongValueIsCut() {
    #expect(SchemaViolation.shown(.string(String(repeating: "x", count: 5000))).count == 61)
  }

  @Test func manyItemsAreComparedInLinearTime() {
    let items = (0..<100_000).map { Value.integer($0) }
    #expect(Schema([.uniqueItems]).accepts(.array(items)))
  }
}

extension SchemaViolation.Problem {
  /// The name of the case.
  var name: String { String("\(self)".prefix { $0 != "(" }) }
}
