internal import IntentCore

/// A key that a step may have: the schema of what it holds, and what reads it into the step.
struct StepKey: Sendable {
  let key: String
  let schema: @Sendable () -> Value
  let read: @Sendable (inout WorkflowReader, inout WorkflowStep, JSONMember, inout ReadingLog) -> Void

  /// - Parameter read: Nothing, where another key's reader looks at it.
  init(
    _ key: String, _ schema: @autoclosure @escaping @Sendable () -> Value,
    _ read:
      @escaping @Sendable (inout WorkflowReader, inout WorkflowStep, JSONMember, inout ReadingLog) ->
      Void = { _, _, _, _ in }
  ) {
    self.key = key
    self.schema = schema
    self.read = read
  }
}

/// A key that says what a step does, with the keys that go with it.
struct StepAction: Sendable {
  let key: StepKey
  let companions: [StepKey]
  /// Reads the action from the key's member and the whole step.
  let read: @Sendable (inout WorkflowReader, JSONMember, JSONNode, inout ReadingLog) -> WorkflowStep.Action?

  init(
    _ key: String, _ schema: @autoclosure @escaping @Sendable () -> Value, with companions: [StepKey] = [],
    _ read:
      @escaping @Sendable (inout WorkflowReader, JSONMember, JSONNode, inout ReadingLog) ->
      WorkflowStep.Action?
  ) {
    self.key = StepKey(key, schema())
    self.companions = companions
    self.read = read
  }

  var keys: [String] { [key.key] + companions.map(\.key) }
}

extension StepKey {
  /// The keys that any step may have.
  static let common = [
    StepKey(
      "name",
      .text(
        "Name", "Later steps see its answer as ${steps.NAME.value}, .dialog, .status and .exitCode.",
        ["pattern": .string(Names.parameterPattern)])
    ) { reader, step, member, log in step.name = reader.name(member, &log) },
    StepKey(
      "if",
      .reference(
        "condition", "If",
        "With \"then\", which steps are done; with anything else, whether the step is: otherwise its answer is null."
      )),
    StepKey("retry", retrySchema) { _, step, member, log in
      var retry = WorkflowStep.Retry(times: 0)
      retry.read(member, &log)
      if case .object = member.node.kind, member.node["times"] == nil {
        log.missing("times", within: "retry", at: member.keySpan)
      }
      step.retry = retry
    },
    StepKey(
      "onError",
      .reference(
        "steps", "On error",
        "What is done when the step has failed; the workflow then goes on. ${error.message}, .code and .exitCode tell why."
      )),
    StepKey(
      "allowFailure",
      .flag("Allow failure", "Whether the workflow goes on when the step has failed.", default: false)
    ) { _, step, member, log in step.allowsFailure = log.flag(member) ?? false },
    StepKey("timeout", .reference("duration", "Timeout", "The step is ended after this time.")) {
      _, step, member, log in step.timeout = log.duration(member)
    },
  ]

  private static var retrySchema: Value {
    .annotated(
      "Retry",
      "How often a step that failed is tried again. What is forbidden or wrong is not; what may have "
        + "been done already only where its definition says idempotent.",
      [
        "type": "object", "required": ["times"], "additionalProperties": false,
        "properties": .object(WorkflowStep.Retry.properties),
      ])
  }

  static let then = StepKey("then", .reference("steps", "Then", "What is done when \"if\" holds."))
  static let otherwise = StepKey("else", .reference("steps", "Else", "What is done when it does not."))
}

extension StepAction {
  /// What a step may do.
  static let all = [
    StepAction(
      "run",
      .text(
        "Run", "The id of an intent; it passes the gate like any other run.", ["examples": ["toggle-vpn"]]),
      with: [
        StepKey(
          "with",
          .annotated(
            "With", "The parameters of the intent that runs; ${name} stands for a value.", ["type": "object"])
        )
      ]
    ) { $0.run($1, $2, &$3) },
    StepAction("then", StepKey.then.schema(), with: [.otherwise]) { $0.branch($2, &$3) },
    StepAction("else", StepKey.otherwise.schema(), with: [.then]) { $0.branch($2, &$3) },
    StepAction(
      "choose",
      .annotated(
        "Choose", "The first whose condition holds is done.",
        [
          "type": "array",
          "items": .object([
            "type": "object", "required": .array(ConditionalSteps.keys.map { .string($0) }),
            "additionalProperties": false, "properties": .object(ConditionalSteps.properties),
          ]),
        ]),
      with: [
        StepKey("otherwise", .reference("steps", "Otherwise", "What is done when no condition holds."))
      ]
    ) { $0.choose($1, $2, &$3) },
    StepAction(
      "repeat", LoopKeys.schema, with: [StepKey("do", .reference("steps", "Do", "What is repeated."))]
    ) { $0.loop($1, $2, &$3) },
    StepAction(
      "parallel",
      .annotated(
        "Parallel", "Steps, or lists of steps, side by side; when one fails, no other begins.",
        ["type": "array", "items": .object(["anyOf": [.reference("step"), .reference("steps")]])]),
      with: [StepKey("limit", .count("Limit", "How many go side by side at most.", minimum: 1))]
    ) { $0.parallel($1, $2, &$3) },
    StepAction(
      "wait",
      .annotated(
        "Wait", "A duration, or until a moment such as 18:00, tomorrow or 2026-12-24T18:00:00Z.",
        [
          "anyOf": [
            .reference("duration"), .reference("filled"),
            .object([
              "type": "object", "required": ["until"], "additionalProperties": false,
              "properties": .object(WaitKeys.properties),
            ]),
          ]
        ])
    ) { reader, member, _, log in reader.wait(member, &log) },
    StepAction(
      "set",
      .annotated(
        "Set", "Variables, which later steps see as ${vars.NAME}.",
        ["type": "object", "additionalProperties": true])
    ) { reader, member, _, log in reader.set(member, &log) },
    StepAction(
      "calculate",
      .annotated(
        "Calculate", "Variables whose values JsonLogic works out.",
        ["type": "object", "additionalProperties": .reference("condition")])
    ) { reader, member, _, log in reader.calculate(member, &log) },
    StepAction(
      "dialog", .text("Dialog", "Says something; without an answer of its own, the workflow's is the last.")
    ) { reader, member, _, log in reader.templates.text(member, &log).map { .dialog($0) } },
    StepAction(
      "return",
      .annotated(
        "Return", "Ends the workflow with this answer.",
        [
          "type": "object", "additionalProperties": false, "properties": .object(AnswerReader.properties),
        ])
    ) { reader, member, _, log in
      var answer = AnswerReader(templates: reader.templates)
      answer.read(member, &log)
      return .answer(answer.answer)
    },
    StepAction("stop", .text("Stop", "Ends the workflow as failed, with this reason.")) {
      reader, member, _, log in reader.templates.text(member, &log).map { .stop($0) }
    },
  ]
}

extension WorkflowReader {
  /// All keys of steps with their schemas, each once.
  static let stepKeys: [StepKey] = StepAction.all.reduce(into: StepKey.common) { keys, action in
    for key in [action.key] + action.companions where !keys.contains(where: { $0.key == key.key }) {
      keys.append(key)
    }
  }

  static var stepsSchema: Value {
    .annotated("Steps", "What is done, in order.", ["type": "array", "items": .reference("step")])
  }

  static var stepSchema: Value {
    .annotated(
      "Step",
      "One thing to do: run, if/then/else, choose, repeat, parallel, wait, set, calculate, dialog, "
        + "return or stop.",
      [
        "type": "object",
        "properties": .object(ValueObject(uniqueMembers: stepKeys.map { ($0.key, $0.schema()) })),
        "additionalProperties": false,
        "anyOf": .required(StepAction.all.map(\.key.key)),
      ])
  }
}
