package import IntentCore
internal import JSONLogic

/// What a workflow would do, a line for each step, with what each would touch.
package struct WorkflowPlan: Sendable {
  package struct Line: Sendable {
    /// How deep within other steps it is.
    package var depth: Int
    /// The step in the words of its definition.
    package var text: String
    package var touches: [Capability]
  }

  package private(set) var lines: [Line] = []

  private let call: HandlerCall
  private let registry: HandlerRegistry
  private let world: World
  private let entities: [EntityList]
  private let who: Who

  /// - Parameter entities: The things that its calls may pick from.
  package init(
    of call: HandlerCall, registry: HandlerRegistry, world: World, entities: [EntityList],
    for who: Who = .here
  ) throws(Failure) {
    (self.call, self.registry, self.world, self.entities, self.who) = (call, registry, world, entities, who)
    guard let workflow = call.definition.workflow else { return }
    try add(workflow.steps, depth: 0, items: [])
    if workflow.finally.isEmpty { return }
    line("finally", 0)
    try add(workflow.finally, depth: 1, items: [])
  }

  private mutating func line(_ text: String, _ depth: Int, _ touches: [Capability] = []) {
    lines.append(Line(depth: depth, text: text, touches: touches))
  }

  private mutating func add(
    _ steps: [WorkflowStep], depth: Int, items: [WorkflowStep.Items]
  ) throws(Failure) {
    for step in steps {
      try add(step, depth, items)
      guard let onError = step.onError else { continue }
      line("onError", depth + 1)
      try add(onError, depth: depth + 2, items: items)
    }
  }

  private mutating func add(
    _ step: WorkflowStep, _ depth: Int, _ items: [WorkflowStep.Items]
  ) throws(Failure) {
    let prefix = (step.name.map { "\($0): " } ?? "") + (step.condition.map { "if \($0.text), " } ?? "")
    switch step.action {
    case .run(let call):
      var graph = registry.graph(world, entities, who)
      try graph.follow(call, items, from: self.call)
      let with = call.arguments.map { " --\($0.name) \($0.value.written)" }
      line("\(prefix)run \(call.intent)\(with.joined())", depth, graph.capabilities)
    case .choose(let branches, let otherwise):
      for (index, branch) in branches.enumerated() {
        line("\(index == 0 ? prefix : "")if \(branch.condition.text)", depth)
        try add(branch.steps, depth: depth + 1, items: items)
      }
      if otherwise.isEmpty { return }
      line("else", depth)
      try add(otherwise, depth: depth + 1, items: items)
    case .loop(let repetition, let steps):
      var within = items
      switch repetition {
      case .count(let count): line("\(prefix)repeat \(count.written)", depth)
      case .condition(let logic, let limit):
        line("\(prefix)repeat while \(logic.text), max \(limit)", depth)
      case .each(let each):
        line("\(prefix)repeat each \(each.list.written) as \(each.name)", depth)
        within.append(each)
      }
      try add(steps, depth: depth + 1, items: within)
    case .parallel(let branches, let limit):
      line("\(prefix)parallel\(limit.map { ", limit \($0)" } ?? "")", depth)
      for branch in branches { try add(branch, depth: depth + 1, items: items) }
    case .wait(.duration(let template)): line("\(prefix)wait \(template.written)", depth)
    case .wait(.until(let template)): line("\(prefix)wait until \(template.written)", depth)
    case .set(let members): line("\(prefix)set \(members.map(\.key).joined(separator: ", "))", depth)
    case .calculate(let members):
      line("\(prefix)calculate \(members.map(\.key).joined(separator: ", "))", depth)
    case .dialog(let text): line("\(prefix)dialog \(text.written)", depth)
    case .answer(let answer):
      line("\(prefix)return \((answer.dialog ?? answer.value)?.written ?? "")", depth)
    case .stop(let reason): line("\(prefix)stop \(reason.written)", depth)
    }
  }
}

extension Template {
  /// The template as its definition writes it.
  fileprivate var written: String {
    let value = writtenValue
    return value.plainText ?? value.json()
  }

  /// The template as its definition writes it, as a value.
  package var writtenValue: Value {
    switch self {
    case .literal(let value): return value
    case .reference(let reference): return .string("${\(reference.text)}")
    case .text(let segments):
      var text = ""
      for segment in segments {
        switch segment {
        case .literal(let part): text += part
        case .reference(let reference): text += "${\(reference.text)}"
        case .plural: text += "…"
        }
      }
      return .string(text)
    case .array(let items): return .array(items.map(\.writtenValue))
    case .object(let members):
      return .object(ValueObject(uniqueMembers: members.map { ($0.key, $0.value.writtenValue) }))
    }
  }
}

extension Logic {
  /// The logic as JSON.
  fileprivate var text: String { written.json() }

  private var written: Value {
    switch self {
    case .literal(let value): return value
    case .list(let items): return .array(items.map(\.written))
    case .operation(let name, let arguments):
      let values = arguments.items.map(\.written)
      let argument: Value = arguments.isList ? .array(values) : values.first ?? .null
      return .object(ValueObject(uniqueMembers: [(name.rawValue, argument)]))
    }
  }
}
