internal import IntentCore
internal import JSON

extension WorkflowReader {
  /// The keys that say what a step does, and those that go with each.
  static let actions: [(key: String, with: [String])] = [
    ("run", ["with"]), ("then", ["else"]), ("else", ["then"]), ("choose", ["otherwise"]),
    ("repeat", ["do"]), ("parallel", ["limit"]), ("wait", []), ("set", []), ("calculate", []),
    ("dialog", []), ("return", []), ("stop", []),
  ]
  /// The keys that any step may have.
  static let commonKeys = ["name", "if", "retry", "onError", "allowFailure", "timeout"]

  static var stepKeys: [String] {
    var keys = commonKeys
    for (key, with) in actions {
      for name in [key] + with where !keys.contains(name) { keys.append(name) }
    }
    return keys
  }

  mutating func step(_ node: JSONNode, _ log: inout ReadingLog) -> WorkflowStep? {
    guard case .object(let members) = node.kind else {
      log.wrongType("step", node, expected: "an object")
      return nil
    }
    guard let action = Self.action(of: members, node, &log) else { return nil }
    let allowed = Self.commonKeys + [action.key] + action.with
    for member in members where !allowed.contains(member.key) {
      if let other = Self.stepKeys.first(where: { $0 == member.key }) {
        let hint = "\"\(other)\" does not go with \"\(action.key)\""
        log.unknownKey(member, among: [], hint: hint)
      } else {
        log.unknownKey(member, among: allowed)
      }
    }
    let isBranch = action.key == "then" || action.key == "else"
    let condition = node["if"].flatMap { self.condition($0, &log) }
    if isBranch, node["if"] == nil {
      log.error(.definitionMissingKey, ["key": "if", "within": "step"], at: members[0].keySpan)
    }
    var step: WorkflowStep
    if isBranch {
      guard let read = branch(condition, node, &log) else { return nil }
      step = WorkflowStep(read)
    } else {
      guard let member = node.member(action.key), let read = self.action(member, node, &log) else {
        return nil
      }
      step = WorkflowStep(read, condition: condition)
    }
    for member in members {
      switch member.key {
      case "retry": step.retry = retry(member, &log)
      case "allowFailure": step.allowsFailure = log.flag(member) ?? false
      case "timeout": step.timeout = log.duration(member.key, member.node)
      case "name": step.name = name(member, &log)
      default: break
      }
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
  ) -> (key: String, with: [String])? {
    var found: (key: String, with: [String])?
    for member in members {
      guard let action = actions.first(where: { $0.key == member.key }) else { continue }
      guard let first = found else {
        found = action
        continue
      }
      if first.with.contains(action.key) { continue }
      log.error(
        .definitionStep,
        ["reason": "several", "key": .text(action.key), "other": .text(first.key)], at: member.keySpan)
      return nil
    }
    if let found { return found }
    for member in members where !commonKeys.contains(member.key) {
      log.unknownKey(member, among: stepKeys)
      return nil
    }
    let allowed = actions.map(\.key).filter { $0 != "else" }
    log.error(
      .definitionStep, ["reason": "nothing", "allowed": .list(allowed)],
      at: members.first?.keySpan ?? node.span)
    return nil
  }

  private mutating func name(_ member: JSONMember, _ log: inout ReadingLog) -> String? {
    guard let name = log.filledText(member) else { return nil }
    guard Names.isParameterName(name) else {
      log.error(
        .definitionName, ["name": .text(name), "kind": "step", "limit": .integer(Names.limit)],
        at: member.node.span)
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

  private func retry(_ member: JSONMember, _ log: inout ReadingLog) -> WorkflowStep.Retry? {
    var retry = WorkflowStep.Retry(times: 0)
    for key in log.members(member.key, member.node) {
      switch key.key {
      case "times": retry.times = log.count(key, minimum: 1) ?? 0
      case "delay": retry.delay = log.duration(key.key, key.node) ?? retry.delay
      case "backoff":
        guard let factor = key.node.value.doubleValue, factor >= 1, factor <= 100 else {
          log.wrongType(key.key, key.node, expected: "a number from 1 to 100")
          continue
        }
        retry.backoff = factor
      default: log.unknownKey(key, among: Self.retryKeys)
      }
    }
    if case .object = member.node.kind, member.node["times"] == nil {
      log.error(.definitionMissingKey, ["key": "times", "within": "retry"], at: member.keySpan)
    }
    return retry
  }

  static let retryKeys = ["times", "delay", "backoff"]
}
