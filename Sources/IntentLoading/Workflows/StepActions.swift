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
      for argument in log.members(with.key, with.node) {
        call.arguments.append(
          WorkflowStep.Argument(
            name: argument.key, value: templates.template(argument.node, &log),
            nameSpan: argument.keySpan, valueSpan: argument.node.span))
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
      parts.read(log.members(member.key, item), &log)
      var seen = templateScope
      seen.workflow = before
      let condition = parts.condition.flatMap { ConditionReader(scope: seen).read($0, &log) }
      for key in ConditionalSteps.keys where item[key] == nil {
        log.missing(key, within: "choose", at: item.span)
      }
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
      if case .array = item.kind {
        branches.append(steps(JSONMember(key: "parallel", keySpan: item.span, node: item), in: before, &log))
        continue
      }
      let outside = scope
      scope = before
      if let step = self.step(item, &log) { branches.append([step]) }
      var left = outside
      left.join(scope)
      scope = left
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
    var members: [(key: String, value: Template)] = []
    for key in log.members(member.key, member.node) {
      guard checkVariable(key, &log) else { continue }
      members.append((key.key, templates.template(key.node, &log)))
    }
    for (key, _) in members { scope.variables.insert(key) }
    return .set(members)
  }

  mutating func calculate(_ member: JSONMember, _ log: inout ReadingLog) -> WorkflowStep.Action? {
    var members: [(key: String, logic: Logic)] = []
    for key in log.members(member.key, member.node) {
      guard checkVariable(key, &log), let logic = condition(key.node, &log) else { continue }
      members.append((key.key, logic))
    }
    for (key, _) in members { scope.variables.insert(key) }
    return .calculate(members)
  }

  private func checkVariable(_ member: JSONMember, _ log: inout ReadingLog) -> Bool {
    if member.key.utf8.allSatisfy(TemplateReader.isNameByte), !member.key.isEmpty { return true }
    log.badName(member.key, of: "variable", at: member.keySpan)
    return false
  }
}

/// One of the alternatives of `choose`.
struct ConditionalSteps: KeyedObject {
  private(set) var condition: JSONNode?
  private(set) var steps: JSONMember?

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("if", "", "", .reference("condition")) { parts, member, _ in parts.condition = member.node }
    row("do", "", "", .reference("steps")) { parts, member, _ in parts.steps = member }
  }
}

/// A `wait` that goes on at a moment.
struct WaitKeys: KeyedObject {
  private(set) var until: JSONMember?

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("until", "", "", ["type": "string"]) { keys, member, _ in keys.until = member }
  }
}

/// Reads what a workflow answers.
struct AnswerReader: KeyedObject {
  let templates: TemplateReader
  private(set) var answer = WorkflowStep.Answer()

  init(templates: TemplateReader) { self.templates = templates }

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
