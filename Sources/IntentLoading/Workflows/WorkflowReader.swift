internal import IntentCore
internal import JSONLogic

/// Reads the steps of a workflow in the order they run, so that each knows what there is before it.
struct WorkflowReader {
  let parameters: [Parameter]
  var scope: WorkflowScope
  /// The names of steps so far, each at its place.
  var names: [String] = []
  var taken: Set<String> = []

  static func read(
    _ with: JSONMember?, parameters: [Parameter], places: JSONNode?, _ log: inout ReadingLog
  ) -> Workflow {
    var reader = WorkflowReader(parameters: parameters, scope: WorkflowScope(root: with?.node))
    for parameter in parameters where WorkflowScope.reserved.contains(parameter.name) {
      let span = places?.member(parameter.name)?.keySpan ?? JSONSpan(0, 1)
      log.reservedName(parameter.name, as: "${\(parameter.name)}", at: span)
    }
    let steps = with?.node.member("steps").map { reader.steps($0, &log) } ?? []
    reader.scope.locals.append("error")
    let finally = with?.node.member("finally").map { reader.steps($0, &log) } ?? []
    return Workflow(steps: steps, finally: finally, names: reader.names)
  }

  var templateScope: TemplateScope {
    var scope = TemplateScope(parameters: parameters)
    scope.workflow = self.scope
    return scope
  }

  var templates: TemplateReader { TemplateReader(scope: templateScope) }

  func condition(_ node: JSONNode, _ log: inout ReadingLog) -> Logic? {
    ConditionReader(scope: templateScope).read(node, &log)
  }

  mutating func steps(_ member: JSONMember, _ log: inout ReadingLog) -> [WorkflowStep] {
    log.list(member, of: "a list of steps") { step($0, &$1) }
  }

  /// Reads steps that may or may not run, which see what is at their place, and adds what they leave.
  mutating func steps(
    _ member: JSONMember?, in place: WorkflowScope, _ log: inout ReadingLog
  ) -> [WorkflowStep] {
    guard let member else { return [] }
    return apart(in: place) { $0.steps(member, &log) }
  }

  /// Reads something in a scope of its own and adds what that leaves.
  mutating func apart<Part>(in place: WorkflowScope, _ read: (inout WorkflowReader) -> Part) -> Part {
    var outside = scope
    scope = place
    let part = read(&self)
    outside.join(scope)
    scope = outside
    return part
  }

  mutating func step(_ item: JSONMember, _ log: inout ReadingLog) -> WorkflowStep? {
    let node = item.node
    guard case .object(let members) = node.kind else {
      log.wrongType(JSONMember(key: "step", keySpan: node.span, node: node), expected: "an object")
      return nil
    }
    guard let action = Self.action(of: members, node, &log) else { return nil }
    let allowed = StepKey.common.map(\.key) + action.keys.map(\.key)
    for member in members where !allowed.contains(member.key) {
      if Self.stepKeys.contains(where: { $0.key == member.key }) {
        log.misplacedKey(member, hint: "\"\(member.key)\" does not go with \"\(action.name)\"")
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
    for member in members { StepKey.common.first { $0.key == member.key }?.read(&self, &step, member, &log) }
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
    let found = members.filter { member in StepAction.all.contains { $0.name == member.key } }
    if let action = found.first.flatMap({ first in StepAction.all.first { $0.name == first.key } }) {
      guard let other = found.first(where: { !action.has($0.key) }) else { return action }
      log.error(
        .definitionStep, ["reason": "several", "key": .text(other.key), "other": .text(action.name)],
        at: other.keySpan)
      return nil
    }
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
  static let required = ["times"]

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
        return $2.wrongType($1, expected: "a number from 1 to 100")
      }
      $0.backoff = factor
    }
  }
}

/// Reads conditions in JsonLogic; the names in their variables are those of placeholders.
struct ConditionReader {
  let scope: TemplateScope

  /// What a condition is; operators are not listed, since an object of one other key is refused when it is read.
  static var schema: Value {
    ValueObject().annotated(
      "Condition",
      "JsonLogic (jsonlogic.com); its variables have the names of placeholders, as in {\"var\": \"steps.copy.value\"}."
    )
  }

  func read(_ node: JSONNode, _ log: inout ReadingLog) -> Logic? {
    guard let logic = log.logic(node, place: node.keySpan) else { return nil }
    for variable in logic.variables { check(variable, node, &log) }
    refusePlaceholders(node, &log)
    return logic
  }

  private func check(_ variable: String, _ node: JSONNode, _ log: inout ReadingLog) {
    let parts = variable.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard let name = parts.first, !variable.isEmpty else { return }
    if scope.parameter(name) != nil { return }
    guard let problem = scope.problem(name, Array(parts.dropFirst())) else { return }
    log.unknownName(
      variable, problem.reason, among: problem.allowed, nearest: problem.word,
      at: node.textSpan(variable) ?? node.span)
  }

  /// Text of a condition is what it is; a placeholder in it would never be filled.
  private func refusePlaceholders(_ node: JSONNode, _ log: inout ReadingLog) {
    node.visit { node in
      guard case .string(let text) = node.kind, text.utf8.count > 2, text.hasPlaceholder else { return }
      log.error(.definitionPlaceholder, ["name": .text(text), "reason": "condition"], at: node.span)
    }
  }
}

extension JSONNode {
  /// Where a key first stands within.
  fileprivate func keySpan(of key: String) -> JSONSpan? { first { $0.member(key)?.keySpan } }

  /// Where a text or a number first stands within.
  fileprivate func textSpan(_ text: String) -> JSONSpan? {
    span(ofText: text)
      ?? first { if case .integer(let number) = $0.kind, String(number) == text { $0.span } else { nil } }
  }
}
