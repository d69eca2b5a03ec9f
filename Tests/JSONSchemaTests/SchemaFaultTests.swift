import IntentCore
import JSON
import JSONSchema
import Testing

@Suite struct SchemaFaultTests {
  struct Sample: CustomTestStringConvertible {
    let testDescription: String
    let schema: Schema
    let good: [Value]
    let bad: [Value]
    let code: FaultCode
    init(
      _ name: String, _ assertion: Schema.Assertion, good: [Value], bad: [Value], _ code: FaultCode
    ) {
      (testDescription, schema) = (name, Schema([assertion]))
      (self.good, self.bad, self.code) = (good, bad, code)
    }
  }

  static let samples: [Sample] = [
    Sample("integer", .type([.integer]), good: [1, .number(1e300)], bad: [1.5, "1", true], .valueType),
    Sample("number or null", .type([.number, .null]), good: [1, 1.5, .null], bad: ["1"], .valueType),
    Sample(
      "enum", .enumeration(["on", 1, [1]]), good: ["on", 1.0, [1.0]], bad: ["off", 2, []], .valueEnum),
    Sample("const", .constant(.object(["a": 1])), good: [.object(["a": 1.0])], bad: [1], .valueConst),
    Sample("minimum", .minimum(2), good: [2, 2.5, "x"], bad: [1, 1.9], .valueMinimum),
    Sample("maximum", .maximum(2.5), good: [2, 2.5], bad: [3, 2.51], .valueMaximum),
    Sample(
      "exclusive minimum", .exclusiveMinimum(2), good: [3, 2.1], bad: [2, 2.0], .valueExclusiveMinimum),
    Sample("exclusive maximum", .exclusiveMaximum(2), good: [1, 1.9], bad: [2, 3], .valueExclusiveMaximum),
    Sample(
      "a limit beyond a double's digits", .maximum(.integer(9_007_199_254_740_993)),
      good: [.integer(9_007_199_254_740_993)], bad: [.integer(9_007_199_254_740_994)], .valueMaximum),
    Sample(
      "decimal multiples", .multipleOf(0.0001), good: [0.0075, 1, -0.3, .number(1e300)],
      bad: [0.00751, 1e-9],
      .valueMultipleOf),
    Sample("multiples of 0.1", .multipleOf(0.1), good: [0.3, 4.35e1, 0], bad: [0.35], .valueMultipleOf),
    Sample(
      "whole multiples", .multipleOf(3), good: [9, -9, .number(3e20)], bad: [10, 0.3], .valueMultipleOf),
    Sample("least length", .minLength(2), good: ["ab", "😀😀", 1], bad: ["é", ""], .valueMinLength),
    Sample("greatest length", .maxLength(2), good: ["ab", "😀😀", "e\u{301}"], bad: ["abc"], .valueMaxLength),
    Sample("format", .format(.date), good: ["2026-12-01"], bad: ["2026-02-30", "tomorrow"], .valueFormat),
    Sample("items at least", .minItems(1), good: [[1]], bad: [[]], .valueMinItems),
    Sample("items at most", .maxItems(1), good: [[1]], bad: [[1, 2]], .valueMaxItems),
    Sample(
      "unique items", .uniqueItems, good: [[1, true, "1", [1]], [.object(["a": 1]), .object(["a": 2])]],
      bad: [[1, 1.0], [.object(["a": 1, "b": 2]), .object(["b": 2, "a": 1])]], .valueUniqueItems),
    Sample(
      "items", .items(prefix: [Schema([.type([.string])])], rest: .nothing), good: [["a"], []],
      bad: [["a", 1]],
      .valueNothingAllowed),
    Sample(
      "contains", .contains(Schema([.minimum(5)]), minimum: 1, maximum: 2), good: [[1, 5], [5, 6, 1]],
      bad: [[], [1], [5, 6, 7]], .valueContains),
    Sample(
      "required", .required(["a"]), good: [.object(["a": 1]), "x"], bad: [.object([:])],
      .valueRequiredProperty),
    Sample(
      "properties at least", .minProperties(1), good: [.object(["a": 1])], bad: [.object([:])],
      .valueMinProperties),
    Sample(
      "properties at most", .maxProperties(0), good: [.object([:])], bad: [.object(["a": 1])],
      .valueMaxProperties),
    Sample(
      "no other property",
      .properties(.init(named: [("name", .anything)], additional: .nothing)), good: [.object(["name": 1])],
      bad: [.object(["nme": 1])], .valueProperty),
    Sample(
      "names of properties", .propertyNames(Schema([.maxLength(2)])), good: [.object(["ab": 1])],
      bad: [.object(["abc": 1])], .valueProperty),
    Sample(
      "any of", .anyOf([Schema([.type([.string])]), Schema([.minimum(5)])]), good: ["x", 6], bad: [4],
      .valueCombination),
    Sample(
      "one of", .oneOf([Schema([.minimum(2)]), Schema([.maximum(5)])]), good: [1, 6], bad: [3],
      .valueCombination),
    Sample("not", .not(Schema([.type([.string])])), good: [1], bad: ["x"], .valueCombination),
    Sample("nothing", .nothing, good: [], bad: [.null], .valueNothingAllowed),
  ]

  @Test(arguments: samples) func tellsGoodFromBad(_ sample: Sample) {
    for value in sample.good {
      #expect(sample.schema.faults(for: value, name: "x").isEmpty, "\(value.json())")
      #expect(sample.schema.accepts(value), "\(value.json())")
    }
    for value in sample.bad {
      let faults = sample.schema.faults(for: value, name: "x")
      #expect(faults.map(\.code) == [sample.code], "\(value.json())")
      #expect(faults.first?.parameter == "x")
      #expect(!sample.schema.accepts(value), "\(value.json())")
    }
  }

  @Test func aSlipGetsTheListAndTheNearest() {
    let schema = Schema([.enumeration(["toggle", "on", "off"])])
    let fault = schema.faults(for: "togle", name: "--state").first
    #expect(fault?["name"] == .text("--state"))
    #expect(fault?["allowed"] == .list(["toggle", "on", "off"]))
    #expect(fault?["suggestion"] == .text("toggle"))
    #expect(fault?["value"] == .text("togle"))
  }

  @Test(arguments: Format.allCases) func aFormatNamesItselfAndAnExample(_ format: Format) {
    #expect(format.accepts(format.example))
    let fault = Schema([.format(format)]).faults(for: "?", name: "--when").first
    #expect(fault?.code == .valueFormat)
    #expect(fault?["expected"] == .text("\(format.words) such as \(format.example)"))
  }

  @Test func aPatternThatDoesNotMatchIsShown() throws {
    let fault = Schema([.pattern(try Pattern("^[a-z]+$"))]).faults(for: "A1", name: "--id").first
    #expect(fault?.code == .valuePattern)
    #expect(fault?["expected"] == .text("^[a-z]+$") && fault?["value"] == .text("A1"))
  }

  @Test func everyFaultComesWithItsPlace() {
    let item = Schema([
      .type([.object]), .required(["id"]), .properties(.init(named: [("n", Schema([.maximum(5)]))])),
    ])
    let schema = Schema([.items(prefix: [], rest: item), .maxItems(2)])
    let value: Value = [1, .object(["n": 6]), .object(["id": 1])]
    let faults = schema.faults(for: value, name: "--list")
    #expect(faults.map(\.code) == [.valueType, .valueRequiredProperty, .valueMaximum, .valueMaxItems])
    #expect(
      faults.map { $0["name"] } == [
        .text("--list.0"), .text("--list.1"), .text("--list.1.n"), .text("--list"),
      ])
  }

  @Test func aLongValueIsCut() {
    let value = Value.string(String(repeating: "x", count: 5000))
    guard case .text(let shown)? = Schema([.maxLength(9)]).faults(for: value, name: "x").first?["value"]
    else {
      Issue.record("the value is missing")
      return
    }
    #expect(shown.count == 61)
  }

  @Test func manyItemsAreComparedInLinearTime() {
    let items = (0..<100_000).map { Value.integer($0) }
    #expect(Schema([.uniqueItems]).accepts(.array(items)))
  }
}
