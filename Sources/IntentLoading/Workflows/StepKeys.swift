internal import IntentCore

/// A key that a step may have: what editors show of it, the schema of what it holds, and what reads it into the step.
struct StepKey: Sendable {
  typealias Read = @Sendable (inout WorkflowReader, inout WorkflowStep, JSONMember, inout ReadingLog) -> Void

  let key: String
  let schema: @Sendable () -> Value
  let read: Read

  /// - Parameter read: Nothing, where the reader of another key looks at it.
  init(
    _ key: String, _ title: String, _ description: String,
    _ schema: @autoclosure @escaping @Sendable () -> ValueObject, _ read: @escaping Read = { _, _, _, _ in }
  ) {
    self.key = key
    self.schema = { schema().annotated(title, description) }
    self.read = read
  }

  /// The keys that any step may have.
  static let common = [
    StepKey(
      "name", "Name", "Later steps see its answer as ${steps.NAME.value}, .dialog, .status and .exitCode.",
      .text(["pattern": .string(Names.parameterPattern)])
    ) { reader, step, member, log in step.name = reader.name(member, &log) },
    StepKey(
      "if", "If",
      "With \"then\", which steps are done; with anything else, whether the step is: otherwise its answer is null.",
      .reference("condition")),
    StepKey(
      "retry", "Retry",
      "How often a step that failed is tried again. What is forbidden or wrong is not; what may have "
        + "been done already only where its definition says idempotent.", WorkflowStep.Retry.closedSchema
    ) { _, step, member, log in
      step.retry = WorkflowStep.Retry(times: 0).reading(member, &log)
      guard case .object = member.node.kind else { return }
      log.require(WorkflowStep.Retry.required, in: member.node, within: "retry", at: member.keySpan)
    },
    StepKey(
      "onError", "On error",
      "What is done when the step has failed; the workflow then goes on. ${error.message}, .code and .exitCode tell why.",
      .reference("steps")),
    StepKey(
      "allowFailure", "Allow failure", "Whether the workflow goes on when the step has failed.",
      .flag(default: false)
    ) { _, step, member, log in step.allowsFailure = log.flag(member) ?? false },
    StepKey("timeout", "Timeout", "The step is ended after this time.", .reference("duration")) {
      _, step, member, log in step.timeout = log.duration(member)
    },
  ]

  static let then = StepKey("then", "Then", "What is done when \"if\" holds.", .reference("steps"))
  static let otherwise = StepKey("else", "Else", "What is done when it does not.", .reference("steps"))
}

/// A key that says what a step does, with the keys that go with it.
struct StepAction: Sendable {
  /// Reads the action from the key's member and the whole step.
  typealias Read =
    @Sendable (inout WorkflowReader, JSONMember, JSONNode, inout ReadingLog) -> WorkflowStep.Action?

  /// The key itself first.
  let keys: [StepKey]
  let read: Read

  init(_ keys: StepKey..., read: @escaping Read) { (self.keys, self.read) = (keys, read) }
  var name: String { keys[0].key }
  func has(_ key: String) -> Bool { keys.contains { $0.key == key } }

  /// What a step may do.
  static let all = [
    StepAction(
      StepKey(
        "run", "Run", "The id of an intent; it passes the gate like any other run.",
        .text(["examples": ["toggle-vpn"]])),
      StepKey(
        "with", "With", "The parameters of the intent that runs; ${name} stands for a value.",
        ["type": "object"])
    ) { $0.run($1, $2, &$3) },
    StepAction(StepKey.then, StepKey.otherwise) { $0.branch($2, &$3) },
    StepAction(StepKey.otherwise, StepKey.then) { $0.branch($2, &$3) },
    StepAction(
      StepKey(
        "choose", "Choose", "The first whose condition holds is done.",
        .list(of: ConditionalSteps.closedSchema)),
      StepKey("otherwise", "Otherwise", "What is done when no condition holds.", .reference("steps"))
    ) { $0.choose($1, $2, &$3) },
    StepAction(
      StepKey(
        "repeat", "Repeat",
        "How often, with ${index} from 0: a count, while a condition holds, or for each of a list.",
        LoopKeys.schema), StepKey("do", "Do", "What is repeated.", .reference("steps"))
    ) { $0.loop($1, $2, &$3) },
    StepAction(
      StepKey(
        "parallel", "Parallel", "Steps, or lists of steps, side by side; when one fails, no other begins.",
        .list(of: ["anyOf": [.reference("step"), .reference("steps")]])),
      StepKey("limit", "Limit", "How many go side by side at most.", .count(minimum: 1))
    ) { $0.parallel($1, $2, &$3) },
    StepAction(
      StepKey(
        "wait", "Wait", "A duration, or until a moment such as 18:00, tomorrow or 2026-12-24T18:00:00Z.",
        ["anyOf": [.reference("duration"), .reference("filled"), .object(WaitKeys.closedSchema)]])
    ) { reader, member, _, log in reader.wait(member, &log) },
    StepAction(
      StepKey(
        "set", "Set", "Variables, which later steps see as ${vars.NAME}.",
        ["type": "object", "additionalProperties": true])
    ) { reader, member, _, log in reader.set(member, &log) },
    StepAction(
      StepKey(
        "calculate", "Calculate", "Variables whose values JsonLogic works out.",
        ["type": "object", "additionalProperties": .reference("condition")])
    ) { reader, member, _, log in reader.calculate(member, &log) },
    StepAction(
      StepKey(
        "dialog", "Dialog", "Says something; without an answer of its own, the workflow's is the last.",
        .text())
    ) { reader, member, _, log in reader.templates.text(member, &log).map { .dialog($0) } },
    StepAction(StepKey("return", "Return", "Ends the workflow with this answer.", AnswerReader.closedSchema))
    { reader, member, _, log in
      .answer(AnswerReader(templates: reader.templates).reading(member, &log).answer)
    },
    StepAction(StepKey("stop", "Stop", "Ends the workflow as failed, with this reason.", .text())) {
      reader, member, _, log in reader.templates.text(member, &log).map { .stop($0) }
    },
  ]
}

extension WorkflowReader {
  /// All keys of steps, each once.
  static let stepKeys: [StepKey] = StepAction.all.reduce(into: StepKey.common) { keys, action in
    for key in action.keys where !keys.contains(where: { $0.key == key.key }) { keys.append(key) }
  }

  static var stepsSchema: Value {
    ValueObject.list(of: .reference("step")).annotated("Steps", "What is done, in order.")
  }

  static var stepSchema: Value {
    let properties = ValueObject(uniqueMembers: stepKeys.map { ($0.key, $0.schema()) })
    let schema: ValueObject = .object(properties) + ["anyOf": .required(StepAction.all.map(\.name))]
    return schema.annotated(
      "Step",
      "One thing to do: run, if/then/else, choose, repeat, parallel, wait, set, calculate, dialog, return or stop."
    )
  }
}
