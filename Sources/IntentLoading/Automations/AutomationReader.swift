package import IntentCore
internal import JSONLogic
internal import Schedules

/// Turns the bytes of one file into an automation, or says everything that is wrong with it.
package enum AutomationReader {
  /// The folder of automations within one of definitions.
  package static let folderName = "automations"

  /// Reads an automation called `id`; `knowsZone` tells whether the machine has a time zone of a name.
  package static func read(
    _ file: SourceFile, id: String, knowsZone: (String) -> Bool
  ) throws(Failure) -> Automation {
    try Names.checkFileName(id, of: file)
    var log = try ReadingLog(file)
    var draft = AutomationDraft(id: id, file: file)
    draft.readDocument(&log)
    if case .object = log.document.root.kind { log.require(AutomationDraft.required) }
    var reader = ScheduleReader()
    let schedule = draft.when.flatMap { reader.schedule($0, knowsZone, &log) }
    guard log.errors.isEmpty, let schedule, let call = draft.call else { throw log.failure }
    (draft.automation.schedule, draft.automation.call) = (schedule, call)
    return draft.automation
  }
}

/// An automation that is being read: a row for each key.
struct AutomationDraft: KeyedObject {
  static let required = ["when", "run"]

  /// With a schedule and a call that stand for those which are read.
  fileprivate var automation: Automation
  fileprivate var when: JSONMember?
  fileprivate var call: Automation.Call?

  init(id: String, file: SourceFile) {
    automation = Automation(
      id: id, path: file.path, source: file.bytes, schedule: Schedule(rule: .calendar([]), text: ""),
      call: Automation.Call(intent: ""))
  }

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("$schema", "", "", .schemaPlace("../\(AutomationSchema.fileName)")) { _ = $2.text($1) }
    row("title", "Title", "What it is called in lists.", .filledText()) {
      $0.automation.title = $2.filledText($1)
    }
    row("enabled", "Enabled", "False for one that is never due and is not installed.", .flag(default: true)) {
      $0.automation.isEnabled = $2.flag($1) ?? true
    }
    row(
      "when", "When", "When it is due: a cron expression, or an object with one of cron, every and at.",
      [
        "anyOf": [.reference("cron"), ScheduleReader.schema],
        "examples": ["0 3 * * *", "@daily", .object(["at": "03:00", "days": "mon-fri"])],
      ]
    ) { draft, member, _ in draft.when = member }
    row(
      "if", "If",
      "A condition in JsonLogic that must hold at a moment for it to be run, over the variables "
        + Automation.variables.joined(separator: ", ") + ".",
      ["examples": [.object(["<": [.object(["var": "failures"]), 3]])]]
    ) { $0.automation.condition = readCondition($1, &$2) }
    row("run", "Run", "The intent to run, alone or with values for its parameters.", .reference("call")) {
      $0.call = AutomationCallReader.read($1, &$2)
    }
    row(
      "concurrency", "Concurrency", "What happens when a run of it is not over yet.",
      .choice(IntentDefinition.Concurrency.allCases, default: .single) {
        switch $0 {
        case .single: "This moment is skipped, and said so."
        case .queue: "The run waits for the other."
        case .restart: "The other is ended first."
        case .parallel: "Both run."
        }
      }
    ) { $0.automation.concurrency = $2.word($1) ?? .single }
    row(
      "catchUp", "Catch up", "What is done about moments at which the machine was off or asleep.",
      .choice(Automation.CatchUp.allCases, default: Automation.CatchUp.none) {
        switch $0 {
        case .none: "Nothing."
        case .once: "The last of them is run as soon as possible."
        }
      }
    ) { $0.automation.catchUp = $2.word($1) ?? .none }
    row(
      "jitter", "Jitter", "Up to so long after its moment each run starts; at most a day.",
      .reference("duration")
    ) { $0.automation.jitter = readJitter($1, &$2) }
    row("onFailure", "On failure", "What is run when a run failed.", .reference("call")) {
      $0.automation.onFailure = AutomationCallReader.read($1, &$2)
    }
  }

  /// A condition in JsonLogic over the variables of automations.
  private static func readCondition(_ member: JSONMember, _ log: inout ReadingLog) -> Logic? {
    guard let logic = log.logic(member.node) else { return nil }
    let known = Automation.variables
    for name in logic.variables where !known.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      log.unknownName(name, "no-answer", among: known, nearest: name, at: member.node.span)
    }
    return logic
  }

  private static let longestJitter = Duration.seconds(86_400)

  /// Whole seconds, at most a day.
  private static func readJitter(_ member: JSONMember, _ log: inout ReadingLog) -> Duration {
    guard let jitter = log.duration(member) else { return .zero }
    if jitter >= .seconds(1), jitter <= longestJitter { return jitter }
    log.error(
      .definitionType,
      [
        "key": .text(member.key), "value": .text(jitter.secondsText + " s"),
        "expected": "a length of time from 1s to 1d",
      ], at: member.node.span)
    return .zero
  }
}

/// Reads the id of an intent, alone or with values for its parameters.
struct AutomationCallReader: KeyedObject {
  static let required = ["intent"]

  private var intent: String?
  private var parameters = ValueObject()

  private static var id: ValueObject { .text(["pattern": .string(Names.identifierPattern)]) }

  static var schema: Value {
    .object([
      "anyOf": [
        .object(id),
        .object([
          "type": "object", "properties": .object(properties), "required": .strings(required),
          "additionalProperties": false,
        ]),
      ]
    ])
  }

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("intent", "", "", id) { $0.intent = $2.identifier($1, of: "intent") }
    row(
      "parameters", "", "",
      ["type": "object", "description": "Values for the intent's parameters, as they are."]
    ) {
      if case .object(let object) = $1.node.value {
        $0.parameters = object
      } else {
        $2.wrongType($1, expected: "an object")
      }
    }
  }

  static func read(_ member: JSONMember, _ log: inout ReadingLog) -> Automation.Call? {
    if case .string = member.node.kind {
      return log.identifier(member, of: "intent").map { Automation.Call(intent: $0) }
    }
    guard case .object(let members) = member.node.kind else {
      log.wrongType(member, expected: "the id of an intent, or an object with \"intent\"")
      return nil
    }
    var reader = AutomationCallReader()
    reader.read(members, &log)
    log.require(required, in: member.node, within: member.key, at: member.node.span.opening)
    return reader.intent.map { Automation.Call(intent: $0, parameters: reader.parameters) }
  }
}

/// The JSON Schema (draft 2020-12) of automations, as the reader takes them.
package enum AutomationSchema {
  /// The file that an automation's `$schema` names, seen from the folder of definitions.
  package static let fileName = "schema/automation.schema.json"

  /// The schema as the text of its file.
  package static var text: String { value.laidOut() + "\n" }

  package static var value: Value {
    let file = ValueObject.file(
      "automation", "An automation of runintent",
      "An intent that is run when a schedule says so. The file's name without .json is the automation's id.")
    return .object(
      file + [
        "required": .strings(AutomationDraft.required), "properties": .object(AutomationDraft.properties),
        "additionalProperties": false,
        "$defs": .object([
          "call": AutomationCallReader.schema, "duration": DefinitionSchema.duration,
          "cron": ScheduleReader.cronSchema,
        ]),
      ])
  }
}
