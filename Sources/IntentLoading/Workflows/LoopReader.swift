internal import IntentCore

/// The keys of `repeat`: one of the ways to go round, and what goes with it.
struct LoopKeys: KeyedObject {
  /// How often a loop with `while` may go round when it does not say so.
  static let usualRounds = 1000

  fileprivate var ways: [JSONMember] = []
  fileprivate var limit: JSONMember?
  fileprivate var name: JSONMember?

  @inline(__always) static func rows(_ row: KeyRow<Self>) {
    row(
      "count", "", "",
      [
        "description": "So many times.",
        "anyOf": [.object(["type": "integer", "minimum": 0]), .reference("placeholder")],
      ]
    ) { keys, member, _ in keys.ways.append(member) }
    row("while", "", "", .reference("condition")) { keys, member, _ in keys.ways.append(member) }
    row(
      "max", "Maximum", "More rounds of \"while\" are a failure.",
      .count(minimum: 1, ["default": .integer(usualRounds)])
    ) { keys, member, _ in keys.limit = member }
    row(
      "each", "", "",
      [
        "description": "A list, or one placeholder for one; null is an empty list.",
        "anyOf": [.object(["type": "array"]), .reference("placeholder")],
      ]
    ) { keys, member, _ in keys.ways.append(member) }
    row(
      "as", "As", "The name of one of them.",
      .text(["pattern": .string(Names.parameterPattern), "default": "item"])
    ) { keys, member, _ in keys.name = member }
  }

  static var schema: ValueObject { closedSchema + ["oneOf": .required(["count", "while", "each"])] }
}

extension WorkflowReader {
  mutating func loop(_ member: JSONMember, _ step: JSONNode, _ log: inout ReadingLog) -> WorkflowStep.Action?
  {
    var inside = scope
    inside.locals.append("index")
    guard let repetition = repetition(member, &inside, &log) else { return nil }
    guard let body = step.member("do") else {
      log.missing("do", within: "repeat", at: member.keySpan)
      return nil
    }
    return .loop(repetition, steps(body, in: inside, &log))
  }

  private func repetition(
    _ member: JSONMember, _ inside: inout WorkflowScope, _ log: inout ReadingLog
  ) -> WorkflowStep.Repetition? {
    var keys = LoopKeys()
    keys.read(member, &log)
    guard let way = keys.ways.first else {
      guard case .object = member.node.kind else { return nil }
      log.missing("count", within: "repeat", at: member.keySpan, hint: "or \"while\", or \"each\"")
      return nil
    }
    if keys.ways.count > 1 {
      log.error(
        .definitionStep, ["reason": "several", "key": .text(keys.ways[1].key), "other": .text(way.key)],
        at: keys.ways[1].keySpan)
      return nil
    }
    for (stray, owner) in [(keys.name, "each"), (keys.limit, "while")] where way.key != owner {
      guard let stray else { continue }
      log.misplacedKey(stray, hint: "\"\(stray.key)\" goes with \"\(owner)\"")
    }
    switch way.key {
    case "count": return count(way, &log)
    case "while":
      let limit = keys.limit.flatMap { log.count($0, minimum: 1) } ?? LoopKeys.usualRounds
      // The condition is looked at before each round: it sees what was there before the loop.
      return condition(way.node, &log).map { .condition($0, limit: limit) }
    default:
      let name = elementName(keys.name, member, &log)
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
      log.wrongType(member, expected: "a list or one placeholder")
      return nil
    }
  }

  private func elementName(_ key: JSONMember?, _ member: JSONMember, _ log: inout ReadingLog) -> String {
    guard let key else {
      if isTaken("item") {
        let hint = "another loop around this one has the name \"item\""
        log.missing("as", within: "repeat", at: member.keySpan, hint: hint)
      }
      return "item"
    }
    guard let name = log.filledText(key) else { return "item" }
    if !Names.isParameterName(name) {
      log.badName(name, of: "variable", at: key.node.span)
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
