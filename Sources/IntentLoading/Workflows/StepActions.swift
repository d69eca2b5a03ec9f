internal import IntentCore
internal import JSONLogic

extension WorkflowReader {
  mutating func branch(_ step: JSONNode, _ log: inout ReadingLog) -> WorkflowStep.Action? {
    let condition = step["if"].flatMap { self.condition($0, &log) }
    if step["if"] == nil, case .object(let members) = step.kind {
      log.missing("if", within: "step", at: members[0].keySpan)
    }
    let before = scope
    let then = steps(step.member("then"), in: before, &log)
    let otherwise = steps(step.member("else"), in: before, &log)
    return condition.map { .choose([WorkflowStep.Branch($0, then)], otherwise: otherwise) }
  }

  func run(_ member: JSONMember, _ step: JSONNode, _ log: inout ReadingLog) -> WorkflowStep.Action? {
    guard let intent = log.identifier(member, of: "intent") else { return nil }
    var call = WorkflowStep.Call(intent: intent, span: member.node.span)
    if let with = step.member("with") {
      let templates = templates
      call.arguments = log.members(with).map { argument in
        WorkflowStep.Argument(
          name: argument.key, value: templates.template(argument.node, &log), nameSpan: argument.keySpan,
          valueSpan: argument.node.span)
      }
    }
    return .run(call)
  }

  mutating func choose(
    _ member: JSONMember, _ step: JSONNode, _ log: inout ReadingLog
  ) -> WorkflowStep.Action? {
    let before = scope
    var branches: [WorkflowStep.Branch] = []
    for item in log.items(member, of: "a list of conditions with what to do") {
      var parts = ConditionalSteps()
      parts.read(log.members(item), &log)
      var seen = templateScope
      seen.workflow = before
      let condition = parts.condition.flatMap { ConditionReader(scope: seen).read($0, &log) }
      log.require(ConditionalSteps.required, in: item.node, within: "choose", at: item.node.span)
      let inside = steps(parts.steps, in: before, &log)
      if let condition { branches.append(WorkflowStep.Branch(condition, inside)) }
    }
    let otherwise = steps(step.member("otherwise"), in: before, &log)
    return .choose(branches, otherwise: otherwise)
  }

  mutating func parallel(
    _ member: JSONMember, _ step: JSONNode, _ log: inout ReadingLog
  ) -> WorkflowStep.Action? {
    let before = scope
    var branches: [[WorkflowStep]] = []
    for item in log.items(member, of: "a list of steps") {
      // One branch is a step, or a list of steps that follow each other.
      if case .array = item.node.kind {
        branches.append(steps(item, in: before, &log))
      } else if let step = apart(in: before, { $0.step(item, &log) }) {
        branches.append([step])
      }
    }
    let limit = step.member("limit").flatMap { log.count($0, minimum: 1) }
    return .parallel(branches, limit: limit)
  }

  func wait(_ member: JSONMember, _ log: inout ReadingLog) -> WorkflowStep.Action? {
    if case .object(let members) = member.node.kind {
      var keys = WaitKeys()
      keys.read(members, &log)
      guard let until = keys.until else {
        log.missing("until", within: "wait", at: member.keySpan)
        return nil
      }
      return templates.text(until, &log).map { .wait(.until($0)) }
    }
    guard let template = templates.text(member, &log) else { return nil }
    if template.literalString != nil, log.duration(member) == nil { return nil }
    return .wait(.duration(template))
  }

  mutating func set(_ member: JSONMember, _ log: inout ReadingLog) -> WorkflowStep.Action? {
    let templates = templates
    return .set(variables(member, &log) { templates.template($0, &$1) })
  }

  mutating func calculate(_ member: JSONMember, _ log: inout ReadingLog) -> WorkflowStep.Action? {
    let conditions = ConditionReader(scope: templateScope)
    return .calculate(variables(member, &log) { conditions.read($0, &$1) })
  }

  /// Variables with what is set, which later steps see.
  private mutating func variables<Meaning>(
    _ member: JSONMember, _ log: inout ReadingLog, _ read: (JSONNode, inout ReadingLog) -> Meaning?
  ) -> [(key: String, value: Meaning)] {
    var members: [(key: String, value: Meaning)] = []
    for key in log.members(member) {
      let isName = log.isName(key, of: "variable") {
        !$0.isEmpty && $0.utf8.allSatisfy(TemplateReader.isNameByte)
      }
      if isName, let value = read(key.node, &log) { members.append((key.key, value)) }
    }
    scope.variables.formUnion(members.map(\.key))
    return members
  }
}

/// One of the alternatives of `choose`.
struct ConditionalSteps: KeyedObject {
  static var required: [String] { keys }

  private(set) var condition: JSONNode?
  private(set) var steps: JSONMember?

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("if", "", "", .reference("condition")) { parts, member, _ in parts.condition = member.node }
    row("do", "", "", .reference("steps")) { parts, member, _ in parts.steps = member }
  }
}

/// A `wait` that goes on at a moment.
struct WaitKeys: KeyedObject {
  static let required = ["until"]

  private(set) var until: JSONMember?

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("until", "", "", ["type": "string"]) { keys, member, _ in keys.until = member }
  }
}

/// Reads what a workflow answers.
struct AnswerReader: KeyedObject {
  let templates: TemplateReader
  private(set) var answer = WorkflowStep.Answer()

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("value", "Value", "The value that scripts get.", [:]) {
      $0.answer.value = $0.templates.template($1.node, &$2)
    }
    row("dialog", "Dialog", "One sentence for people.", .text()) {
      $0.answer.dialog = $0.templates.text($1, &$2)
    }
    row("snippet", "Snippet", "What stands beneath: text, a list of lines, or fields.", [:]) {
      $0.answer.snippet = $0.templates.template($1.node, &$2)
    }
  }
}
