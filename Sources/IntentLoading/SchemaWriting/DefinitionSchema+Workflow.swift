internal import IntentCore
internal import JSON

/// The steps of workflows.
extension DefinitionSchema {
  static var steps: Value {
    annotated(
      "Steps", "What is done, in order.", ["type": "array", "items": reference("step")])
  }

  /// What a condition is; operators are not listed, since an object of one other key is refused when it is read.
  static var condition: Value {
    annotated(
      "Condition",
      "JsonLogic (jsonlogic.com); its variables have the names of placeholders, as in {\"var\": \"steps.copy.value\"}.",
      [:])
  }

  static var step: Value {
    let keys = WorkflowReader.stepKeys
    return annotated(
      "Step",
      "One thing to do: run, if/then/else, choose, repeat, parallel, wait, set, calculate, dialog, "
        + "return or stop.",
      [
        "type": "object",
        "properties": .object(ValueObject(uniqueMembers: keys.map { ($0, stepKey($0)) })),
        "additionalProperties": false,
        "anyOf": .array(
          WorkflowReader.actions.map { action in
            .object(["required": .array([.string(action.key)])])
          }),
      ])
  }

  private static func stepKey(_ name: String) -> Value {
    switch name {
    case "name":
      text(
        "Name", "Later steps see its answer as ${steps.NAME.value}, .dialog, .status and .exitCode.",
        ["pattern": .string(Names.parameterPattern)])
    case "if":
      reference(
        "condition",
        [
          "title": "If",
          "description":
            "With \"then\", which steps are done; with anything else, whether the step is: otherwise its answer is null.",
        ])
    case "retry": retry
    case "onError":
      reference(
        "steps",
        [
          "title": "On error",
          "description":
            "What is done when the step has failed; the workflow then goes on. ${error.message}, .code and .exitCode tell why.",
        ])
    case "allowFailure":
      flag("Allow failure", "Whether the workflow goes on when the step has failed.", default: false)
    case "timeout":
      reference("duration", ["title": "Timeout", "description": "The step is ended after this time."])
    case "run":
      text("Run", "The id of an intent; it passes the gate like any other run.", ["examples": ["toggle-vpn"]])
    case "with":
      annotated(
        "With", "The parameters of the intent that runs; ${name} stands for a value.", ["type": "object"])
    case "then": reference("steps", ["title": "Then", "description": "What is done when \"if\" holds."])
    case "else": reference("steps", ["title": "Else", "description": "What is done when it does not."])
    case "choose": choose
    case "otherwise":
      reference("steps", ["title": "Otherwise", "description": "What is done when no condition holds."])
    case "repeat": repetition
    case "do": reference("steps", ["title": "Do", "description": "What is repeated."])
    case "parallel":
      annotated(
        "Parallel", "Steps, or lists of steps, side by side; when one fails, no other begins.",
        ["type": "array", "items": .object(["anyOf": [reference("step"), reference("steps")]])])
    case "limit":
      annotated("Limit", "How many go side by side at most.", ["type": "integer", "minimum": 1])
    case "wait": wait
    case "set":
      annotated(
        "Set", "Variables, which later steps see as ${vars.NAME}.",
        ["type": "object", "additionalProperties": true])
    case "calculate":
      annotated(
        "Calculate", "Variables whose values JsonLogic works out.",
        ["type": "object", "additionalProperties": reference("condition")])
    case "dialog": text("Dialog", "Says something; without an answer of its own, the workflow's is the last.")
    case "return": answer
    case "stop": text("Stop", "Ends the workflow as failed, with this reason.")
    default: true
    }
  }

  private static var retry: Value {
    annotated(
      "Retry",
      "How often a step that failed is tried again. What is forbidden or wrong is not; what may have "
        + "been done already only where its definition says idempotent.",
      [
        "type": "object", "required": ["times"], "additionalProperties": false,
        "properties": .object([
          "times": annotated("Times", "How many times more, at most.", ["type": "integer", "minimum": 1]),
          "delay": reference(
            "duration", ["title": "Delay", "description": "The pause before.", "default": "1s"]),
          "backoff": annotated(
            "Backoff", "What the pause is multiplied with each time; it is never over an hour.",
            ["type": "number", "minimum": 1, "maximum": 100, "default": 2]),
        ]),
      ])
  }

  private static var choose: Value {
    annotated(
      "Choose", "The first whose condition holds is done.",
      [
        "type": "array",
        "items": .object([
          "type": "object", "required": .array(WorkflowReader.branchKeys.map { .string($0) }),
          "additionalProperties": false,
          "properties": .object(["if": reference("condition"), "do": reference("steps")]),
        ]),
      ])
  }

  private static var repetition: Value {
    annotated(
      "Repeat", "How often, with ${index} from 0: a count, while a condition holds, or for each of a list.",
      [
        "type": "object", "additionalProperties": false,
        "properties": .object([
          "count": .object([
            "description": "So many times.",
            "anyOf": [.object(["type": "integer", "minimum": 0]), reference("placeholder")],
          ]),
          "while": reference("condition"),
          "max": annotated(
            "Maximum", "More rounds of \"while\" are a failure.",
            ["type": "integer", "minimum": 1, "default": .integer(WorkflowReader.usualRounds)]),
          "each": .object([
            "description": "A list, or one placeholder for one; null is an empty list.",
            "anyOf": [.object(["type": "array"]), reference("placeholder")],
          ]),
          "as": text(
            "As", "The name of one of them.",
            ["pattern": .string(Names.parameterPattern), "default": "item"]),
        ]),
        "oneOf": .array(["count", "while", "each"].map { .object(["required": .array([.string($0)])]) }),
      ])
  }

  private static var wait: Value {
    annotated(
      "Wait", "A duration, or until a moment such as 18:00, tomorrow or 2026-12-24T18:00:00Z.",
      [
        "anyOf": [
          reference("duration"), reference("filled"),
          .object([
            "type": "object", "required": ["until"], "additionalProperties": false,
            "properties": .object(["until": .object(["type": "string"])]),
          ]),
        ]
      ])
  }

  private static var answer: Value {
    annotated(
      "Return", "Ends the workflow with this answer.",
      [
        "type": "object", "additionalProperties": false,
        "properties": .object([
          "value": annotated("Value", "The value that scripts get.", [:]),
          "dialog": text("Dialog", "One sentence for people."),
          "snippet": annotated("Snippet", "What stands beneath: text, a list of lines, or fields.", [:]),
        ]),
      ])
  }
}
