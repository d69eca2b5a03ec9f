internal import IntentCore
internal import JSONLogic

/// Reads the steps of a workflow in the order they run, so that each knows what there is before it.
struct WorkflowReader {
  let parameters: [Parameter]
  var scope = WorkflowScope()
  /// The names of steps so far, each at its place.
  var names: [String] = []
  var taken: Set<String> = []
  /// The whole, to tell a step that comes later from one that is nowhere.
  let root: JSONNode?

  init(parameters: [Parameter], root: JSONNode?) {
    self.parameters = parameters
    self.root = root
  }

  static func read(
    _ with: JSONMember?, parameters: [Parameter], places: JSONNode?, _ log: inout ReadingLog
  ) -> Workflow {
    var reader = WorkflowReader(parameters: parameters, root: with?.node)
    for parameter in parameters where WorkflowScope.reserved.contains(parameter.name) {
      let span = places?.member(parameter.name)?.keySpan ?? JSONSpan(0, 1)
      log.reservedName(parameter.name, as: "${\(parameter.name)}", at: span)
    }
    guard let with, case .object(let members) = with.node.kind else { return Workflow(steps: []) }
    var steps: [WorkflowStep] = []
    var finally: [WorkflowStep] = []
    if let member = members.first(where: { $0.key == "steps" }) { steps = reader.steps(member, &log) }
    if let member = members.first(where: { $0.key == "finally" }) {
      reader.scope.locals.append("error")
      finally = reader.steps(member, &log)
    }
    return Workflow(steps: steps, finally: finally, names: reader.names)
  }

  var templateScope: TemplateScope {
    var scope = TemplateScope(parameters: parameters)
    scope.workflow = self.scope
    scope.workflowRoot = root
    return scope
  }

  var templates: TemplateReader { TemplateReader(scope: templateScope) }

  func condition(_ node: JSONNode, _ log: inout ReadingLog) -> Logic? {
    ConditionReader(scope: templateScope).read(node, &log)
  }

  mutating func steps(_ member: JSONMember, _ log: inout ReadingLog) -> [WorkflowStep] {
    var steps: [WorkflowStep] = []
    for item in log.items(member, of: "a list of steps") {
      if let step = step(item, &log) { steps.append(step) }
    }
    return steps
  }

  /// Reads steps that may or may not run, which see what is at their place, and adds what they leave.
  mutating func steps(
    _ member: JSONMember?, in place: WorkflowScope, _ log: inout ReadingLog
  ) -> [WorkflowStep] {
    guard let member else { return [] }
    var outside = scope
    scope = place
    let steps = steps(member, &log)
    outside.join(scope)
    scope = outside
    return steps
  }
}
