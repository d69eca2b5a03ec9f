internal import IntentCore

extension WorkflowReader {
  mutating func step(_ node: JSONNode, _ log: inout ReadingLog) -> WorkflowStep? {
    guard case .object(let members) = node.kind else {
      log.wrongType("step", node, expected: "an object")
      return nil
    }
    guard let action = Self.action(of: members, node, &log) else { return nil }
    let allowed = StepKey.common.map(\.key) + action.keys.map(\.key)
    for member in members where !allowed.contains(member.key) {
      if Self.stepKeys.contains(where: { $0.key == member.key }) {
        let hint = "\"\(member.key)\" does not go with \"\(action.name)\""
        log.unknownKey(member, among: [], hint: hint)
      } else {
        log.unknownKey(member, among: allowed)
      }
    }
    let isBranch = action.name == "then" || action.name == "else"
    let condition = isBranch ? nil : node["if"].flatMap { self.condition($0, &log) }
    guard let member = node.member(action.name), let read = action.read(&self, member, node, &log) else {
      return nil
    }
    var step = WorkflowStep(read, condition: condition)
    for member in members {
      guard let key = StepKey.common.first(where: { $0.key == member.key }) else { continue }
      key.read(&self, &step, member, &log)
    }
    if let member = node.member("onError") {
      var inside = scope
      inside.locals.append("error")
      step.onError = steps(member, in: inside, &log)
    }
    return step
  }

  /// The one thing that a step does.
  private static func action(
    of members: [JSONMember], _ node: JSONNode, _ log: inout ReadingLog
  ) -> StepAction? {
    var found: StepAction?
    for member in members {
      guard let action = StepAction.all.first(where: { $0.name == member.key }) else { continue }
      guard let first = found else {
        found = action
        continue
      }
      if first.has(action.name) { continue }
      log.error(
        .definitionStep, ["reason": "several", "key": .text(action.name), "other": .text(first.name)],
        at: member.keySpan)
      return nil
    }
    if let found { return found }
    for member in members where !StepKey.common.contains(where: { $0.key == member.key }) {
      log.unknownKey(member, among: stepKeys.map(\.key))
      return nil
    }
    let allowed = StepAction.all.map(\.name).filter { $0 != "else" }
    log.error(
      .definitionStep, ["reason": "nothing", "allowed": .list(allowed)],
      at: members.first?.keySpan ?? node.span)
    return nil
  }

  mutating func name(_ member: JSONMember, _ log: inout ReadingLog) -> String? {
    guard let name = log.filledText(member) else { return nil }
    guard Names.isParameterName(name) else {
      log.badName(name, of: "step", at: member.node.span)
      return nil
    }
    guard taken.insert(name).inserted else {
      log.error(.definitionStep, ["reason": "name-taken", "name": .text(name)], at: member.node.span)
      return nil
    }
    names.append(name)
    scope.steps.insert(name)
    return name
  }
}

extension WorkflowStep.Retry: KeyedObject {
  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row("times", "Times", "How many times more, at most.", .count(minimum: 1)) {
      $0.times = $2.count($1, minimum: 1) ?? 0
    }
    row("delay", "Delay", "The pause before.", .reference("duration", ["default": "1s"])) {
      $0.delay = $2.duration($1) ?? $0.delay
    }
    row(
      "backoff", "Backoff", "What the pause is multiplied with each time; it is never over an hour.",
      ["type": "number", "minimum": 1, "maximum": 100, "default": 2]
    ) {
      guard let factor = $1.node.value.doubleValue, factor >= 1, factor <= 100 else {
        return $2.wrongType($1.key, $1.node, expected: "a number from 1 to 100")
      }
      $0.backoff = factor
    }
  }
}
