internal import IntentCore
internal import JSON

extension WorkflowReader {
  static let loopKeys = ["count", "while", "each", "as", "max"]

  /// How often a loop with `while` may go round when it does not say so.
  static let usualRounds = 1000

  mutating func loop(
    _ member: JSONMember, _ step: JSONNode, _ log: inout ReadingLog
  ) -> WorkflowStep.Action? {
    var inside = scope
    inside.locals.append("index")
    guard let repetition = repetition(member, &inside, &log) else { return nil }
    guard let body = step.member("do") else {
      log.error(.definitionMissingKey, ["key": "do", "within": "repeat"], at: member.keySpan)
      return nil
    }
    return .loop(repetition, steps(body, in: inside, &log))
  }

  private func repetition(
    _ member: JSONMember, _ inside: inout WorkflowScope, _ log: inout ReadingLog
  ) -> WorkflowStep.Repetition? {
    var ways: [JSONMember] = []
    for key in log.members(member.key, member.node) {
      switch key.key {
      case "count", "while", "each": ways.append(key)
      case "as", "max": break
      default: log.unknownKey(key, among: Self.loopKeys)
      }
    }
    guard let way = ways.first else {
      if case .object = member.node.kind {
        log.error(
          .definitionMissingKey, ["key": "count", "within": "repeat", "hint": "or \"while\", or \"each\""],
          at: member.keySpan)
      }
      return nil
    }
    if ways.count > 1 {
      log.error(
        .definitionStep,
        ["reason": "several", "key": .text(ways[1].key), "other": .text(way.key)], at: ways[1].keySpan)
      return nil
    }
    for (key, owner) in [("as", "each"), ("max", "while")] where way.key != owner {
      guard let stray = member.node.member(key) else { continue }
      log.unknownKey(stray, among: [], hint: "\"\(key)\" goes with \"\(owner)\"")
    }
    switch way.key {
    case "count": return count(way, &log)
    case "while":
      let limit = member.node.member("max").flatMap { log.count($0, minimum: 1) } ?? Self.usualRounds
      // The condition is looked at before each round: it sees what was there before the loop.
      return condition(way.node, &log).map { .condition($0, limit: limit) }
    default:
      let name = elementName(member, &log)
      inside.locals.append(name)
      return each(way, &log).map { .each(WorkflowStep.Items($0, name: name)) }
    }
  }

  private func count(_ member: JSONMember, _ log: inout ReadingLog) -> WorkflowStep.Repetition? {
    if case .string = member.node.kind {
      let template = templates.template(member.node, &log)
      if case .reference = template { return .count(template) }
    }
    return log.count(member).map { .count(.literal(.integer($0))) }
  }

  private func each(_ member: JSONMember, _ log: inout ReadingLog) -> Template? {
    let template = templates.template(member.node, &log)
    switch template {
    case .array, .reference: return template
    default:
      log.wrongType(member.key, member.node, expected: "a list or one placeholder")
      return nil
    }
  }

  private func elementName(_ member: JSONMember, _ log: inout ReadingLog) -> String {
    guard let key = member.node.member("as") else {
      if isTaken("item") {
        log.error(
          .definitionMissingKey,
          ["key": "as", "within": "repeat", "hint": "another loop around this one has the name \"item\""],
          at: member.keySpan)
      }
      return "item"
    }
    guard let name = log.filledText(key) else { return "item" }
    if !Names.isParameterName(name) {
      log.error(
        .definitionName, ["name": .text(name), "kind": "variable", "limit": .integer(Names.limit)],
        at: key.node.span)
    } else if isTaken(name) {
      log.error(
        .definitionReservedName,
        ["name": .text(name), "option": .text("${\(name)}"), "reason": "element"], at: key.node.span)
    }
    return name
  }

  /// A name that stands for something else where the loop is.
  private func isTaken(_ name: String) -> Bool {
    parameters.contains { $0.name == name } || scope.locals.contains(name)
      || (WorkflowScope.reserved + Names.reservedPlaceholders).contains(name)
  }
}
