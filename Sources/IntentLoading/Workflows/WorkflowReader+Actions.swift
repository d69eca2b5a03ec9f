internal import IntentCore
internal import JSON
internal import JSONLogic

extension WorkflowReader {
  /// Reads what a step does, from the member that names it.
  mutating func action(
    _ member: JSONMember, _ step: JSONNode, _ log: inout ReadingLog
  ) -> WorkflowStep.Action? {
    switch member.key {
    case "run": return run(member, step, &log)
    case "choose": return choose(member, step, &log)
    case "repeat": return loop(member, step, &log)
    case "parallel": return parallel(member, step, &log)
    case "wait": return wait(member, &log)
    case "set": return set(member, &log)
    case "calculate": return calculate(member, &log)
    case "dialog": return templates.text(member.key, member.node, &log).map { .dialog($0) }
    case "stop": return templates.text(member.key, member.node, &log).map { .stop($0) }
    case "return": return answer(member, &log)
    default: return nil
    }
  }

  mutating func branch(
    _ condition: Logic?, _ step: JSONNode, _ log: inout ReadingLog
  ) -> WorkflowStep.Action? {
    let before = scope
    let then = steps(step.member("then"), in: before, &log)
    let otherwise = steps(step.member("else"), in: before, &log)
    return condition.map { .choose([WorkflowStep.Branch($0, then)], otherwise: otherwise) }
  }

  private func run(
    _ member: JSONMember, _ step: JSONNode, _ log: inout ReadingLog
  ) -> WorkflowStep.Action? {
    guard let intent = log.filledText(member) else { return nil }
    guard Names.isIdentifier(intent) else {
      log.error(
        .definitionName, ["name": .text(intent), "kind": "intent", "limit": .integer(Names.limit)],
        at: member.node.span)
      return nil
    }
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

  private mutating func choose(
    _ member: JSONMember, _ step: JSONNode, _ log: inout ReadingLog
  ) -> WorkflowStep.Action? {
    let before = scope
    var branches: [WorkflowStep.Branch] = []
    for item in log.items(member, of: "a list of conditions with what to do") {
      var condition: Logic?
      for key in log.members(member.key, item) {
        switch key.key {
        case "if": condition = ConditionReader(scope: scoped(before)).read(key.node, &log)
        case "do": break
        default: log.unknownKey(key, among: Self.branchKeys)
        }
      }
      for key in Self.branchKeys where item[key] == nil {
        log.error(.definitionMissingKey, ["key": .text(key), "within": "choose"], at: item.span)
      }
      let inside = steps(item.member("do"), in: before, &log)
      if let condition { branches.append(WorkflowStep.Branch(condition, inside)) }
    }
    let otherwise = steps(step.member("otherwise"), in: before, &log)
    return .choose(branches, otherwise: otherwise)
  }

  static let branchKeys = ["if", "do"]

  private func scoped(_ place: WorkflowScope) -> TemplateScope {
    var scope = templateScope
    scope.workflow = place
    return scope
  }

  private mutating func parallel(
    _ member: JSONMember, _ step: JSONNode, _ log: inout ReadingLog
  ) -> WorkflowStep.Action? {
    let before = scope
    var branches: [[WorkflowStep]] = []
    for item in log.items(member, of: "a list of steps") {
      // One branch is a step, or a list of steps that follow each other.
      if case .array = item.kind {
        branches.append(
          steps(JSONMember(key: "parallel", keySpan: item.span, node: item), in: before, &log))
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

  private func wait(_ member: JSONMember, _ log: inout ReadingLog) -> WorkflowStep.Action? {
    if case .object = member.node.kind {
      var until: Template?
      for key in log.members(member.key, member.node) {
        guard key.key == "until" else {
          log.unknownKey(key, among: ["until"])
          continue
        }
        until = templates.text(key.key, key.node, &log)
      }
      if member.node["until"] == nil {
        log.error(.definitionMissingKey, ["key": "until", "within": "wait"], at: member.keySpan)
      }
      return until.map { .wait(.until($0)) }
    }
    guard let template = templates.text(member.key, member.node, &log) else { return nil }
    if template.literalString != nil, log.duration(member.key, member.node) == nil { return nil }
    return .wait(.duration(template))
  }

  private mutating func set(_ member: JSONMember, _ log: inout ReadingLog) -> WorkflowStep.Action? {
    var members: [(key: String, value: Template)] = []
    for key in log.members(member.key, member.node) {
      guard checkVariable(key, &log) else { continue }
      members.append((key.key, templates.template(key.node, &log)))
    }
    for (key, _) in members { scope.variables.insert(key) }
    return .set(members)
  }

  private mutating func calculate(_ member: JSONMember, _ log: inout ReadingLog) -> WorkflowStep.Action? {
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
    log.error(
      .definitionName, ["name": .text(member.key), "kind": "variable", "limit": .integer(Names.limit)],
      at: member.keySpan)
    return false
  }

  private func answer(_ member: JSONMember, _ log: inout ReadingLog) -> WorkflowStep.Action? {
    var answer = WorkflowStep.Answer()
    for key in log.members(member.key, member.node) {
      switch key.key {
      case "value": answer.value = templates.template(key.node, &log)
      case "dialog": answer.dialog = templates.text(key.key, key.node, &log)
      case "snippet": answer.snippet = templates.template(key.node, &log)
      default: log.unknownKey(key, among: Self.answerKeys)
      }
    }
    return .answer(answer)
  }

  static let answerKeys = ["value", "dialog", "snippet"]
}
