import IntentCore
import IntentLoading
import Testing

@Suite struct WorkflowReaderTests {
  /// A workflow with these steps.
  static func definition(_ steps: String, parameters: String = "", finally: String = "") -> String {
    let more = finally.isEmpty ? "" : ", \"finally\": [\(finally)]"
    return """
      {"title": "T", "handler": "workflow", "parameters": {\(parameters)},
      "with": {"steps": [
      \(steps)
      ]\(more)}}
      """
  }

  @Test func `a step has one action and its common keys`() throws {
    let loaded = try Reading.read(
      Self.definition(
        #"""
        {"name": "a", "run": "x", "with": {"p": "${q}"}, "if": {"var": "q"}, "retry": {"times": 2, "delay": "5s",
        "backoff": 3}, "timeout": "10s", "allowFailure": true, "onError": [{"stop": "${error.message}"}]}
        """#, parameters: #""q": {"type": "string"}"#))
    let workflow = try #require(loaded.definition.workflow)
    let step = try #require(workflow.steps.first)
    #expect(step.name == "a")
    #expect(step.retry?.times == 2)
    #expect(step.retry?.delay == .seconds(5))
    #expect(step.retry?.backoff == 3)
    #expect(step.timeout == .seconds(10))
    #expect(step.allowsFailure)
    #expect(step.onError?.count == 1)
    #expect(workflow.calls.map(\.call.intent) == ["x"])
    #expect(workflow.names == ["a"])
  }

  @Test(arguments: [
    ("a later step", #"{"dialog": "${steps.b.value}"}, {"name": "b", "dialog": "x"}"#),
    ("no step", #"{"dialog": "${steps.b.value}"}"#),
    ("no part of a step", #"{"name": "b", "dialog": "x"}, {"dialog": "${steps.b.text}"}"#),
    ("the step alone in a path", #"{"dialog": "${steps}"}"#),
    ("no variable", #"{"dialog": "${vars.x}"}"#),
    ("an element outside its loop", #"{"repeat": {"each": [1]}, "do": []}, {"dialog": "${item}"}"#),
    (
      "the other branch",
      #"{"if": true, "then": [{"name": "b", "dialog": "x"}], "else": [{"dialog": "${steps.b.value}"}]}"#
    ),
    ("a step beside", #"{"parallel": [{"name": "b", "dialog": "x"}, {"dialog": "${steps.b.value}"}]}"#),
    ("an error where none is handled", #"{"dialog": "${error.message}"}"#),
    ("a variable of a condition", #"{"if": {"var": "steps.b.value"}, "dialog": "x"}"#),
    ("a placeholder in a condition", #"{"if": {"==": ["${index}", 1]}, "dialog": "x"}"#),
  ])
  func `a placeholder names what is there before`(_ name: String, steps: String) {
    #expect(Reading.faults(Self.definition(steps)).map(\.code) == [.definitionPlaceholder])
  }

  @Test(arguments: [
    #"{"if": true, "then": [{"name": "b", "dialog": "x"}]}, {"dialog": "${steps.b.value.x}"}"#,
    #"{"parallel": [[{"name": "b", "dialog": "x"}, {"dialog": "${steps.b.dialog}"}], {"wait": "1s"}]}"#,
    #"{"repeat": {"each": ["a"], "as": "x"}, "do": [{"repeat": {"count": 2}, "do": [{"dialog": "${x} ${index}"}]}]}"#,
    #"{"set": {"n": 1}}, {"calculate": {"m": {"+": [{"var": "vars.n"}, 1]}}}, {"dialog": "${vars.m}"}"#,
    #"{"run": "x", "onError": [{"dialog": "${error.code}"}]}"#,
    #"{"name": "b", "dialog": "x"}, {"if": {"!": [{"var": "steps.b"}]}, "dialog": "${steps.b}"}"#,
    #"{"if": {"some": [{"var": "vars.list"}, {">": [{"var": ""}, 1]}]}, "dialog": "x"}"#,
  ])
  func `what may have run before can be named`(steps: String) {
    let before = #"{"set": {"list": [1, 2]}}, "#
    #expect(Reading.faults(Self.definition(before + steps)).isEmpty)
  }

  @Test func `two thousand steps are read`() throws {
    let steps = (0..<2000).map { "{\"name\": \"s\($0)\", \"dialog\": \"\($0)\"}" }.joined(separator: ",\n")
    #expect(try Reading.read(Self.definition(steps)).definition.workflow?.names.count == 2000)
  }

  @Test func `steps within steps end at the depth of a file`() {
    var steps = #"{"dialog": "x"}"#
    for _ in 0..<40 { steps = #"{"if": true, "then": [\#(steps)]}"# }
    #expect(Reading.faults(Self.definition(steps)).map(\.code).contains(.jsonDepth))
  }

  @Test(
    arguments: [
      (#"{"concurrency": "restart"}"#, IntentDefinition.Concurrency.restart, nil),
      (#"{"concurrency": {"parallel": 3}}"#, .parallel, 3),
    ] as [(String, IntentDefinition.Concurrency, Int?)])
  func `limits say what a second run does`(
    limits: String, concurrency: IntentDefinition.Concurrency, maximum: Int?
  ) throws {
    let definition = try Reading.read(Reading.definition("\"limits\": \(limits)")).definition
    #expect(definition.limits.concurrency == concurrency)
    #expect(definition.limits.maximum == maximum)
  }
}
