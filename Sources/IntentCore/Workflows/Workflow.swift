internal import JSONLogic

/// The steps of an intent whose handler is `workflow`.
package final class Workflow: Sendable {
  package let steps: [WorkflowStep]
  /// What is done at the end, however the steps ended.
  package let finally: [WorkflowStep]
  /// The definitions that the steps run; none until they are found.
  package let callees: [Callee]
  /// The names of the steps, each at the place that its answer is kept at.
  package let names: [String]

  package init(
    steps: [WorkflowStep], finally: [WorkflowStep] = [], names: [String] = [], callees: [Callee] = []
  ) { (self.steps, self.finally, self.callees, self.names) = (steps, finally, callees, names) }

  /// The same with the definitions that it runs.
  package func calling(_ callees: [Callee]) -> Workflow {
    Workflow(steps: steps, finally: finally, names: names, callees: callees)
  }

  package func callee(_ id: String) -> Callee? { callees.first { $0.definition.id == id } }
  package func place(ofStep name: String) -> Int? { names.firstIndex(of: name) }
}

/// A definition that a workflow runs, opened once: those bytes are what runs.
package struct Callee: Sendable {
  package var definition: IntentDefinition
  /// Worries about who may change its file.
  package var concerns: [Fault]

  package init(definition: IntentDefinition, concerns: [Fault] = []) {
    (self.definition, self.concerns) = (definition, concerns)
  }
}

extension Workflow {
  /// Every step that runs an intent, in the order they are written, with what the lists of literals around it go
  /// through.
  package var calls: [(call: WorkflowStep.Call, items: [WorkflowStep.Items])] {
    var calls: [(call: WorkflowStep.Call, items: [WorkflowStep.Items])] = []
    for step in steps + finally { step.collect(&calls, items: []) }
    return calls
  }

  /// Every step and those within it, in the order they are written.
  private var allSteps: [WorkflowStep] { (steps + finally).flatMap(\.withInner) }

  /// Every placeholder, those of conditions left out.
  package var references: [Template.Reference] { allSteps.flatMap(\.ownReferences) }

  /// The first names of the variables of all conditions.
  package var conditionNames: [String] {
    allSteps.flatMap(\.ownConditions).flatMap(\.variables).map { variable in
      String(decoding: variable.utf8.prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    }
  }

  /// The same with other texts for people.
  package func rewording(_ text: (Template) -> Template) -> Workflow {
    Workflow(
      steps: steps.map { $0.rewording(text) }, finally: finally.map { $0.rewording(text) }, names: names,
      callees: callees)
  }
}

extension WorkflowStep {
  /// The lists of steps within.
  package var inner: [[WorkflowStep]] {
    let lists: [[WorkflowStep]] =
      switch action {
      case .choose(let branches, let otherwise): branches.map(\.steps) + [otherwise]
      case .loop(_, let steps): [steps]
      case .parallel(let branches, _): branches
      case .run, .wait, .set, .calculate, .dialog, .answer, .stop: []
      }
    return onError.map { lists + [$0] } ?? lists
  }

  /// The step and all within it.
  fileprivate var withInner: [WorkflowStep] { [self] + inner.joined().flatMap(\.withInner) }

  fileprivate func collect(_ calls: inout [(call: Call, items: [Items])], items: [Items]) {
    var within = items
    switch action {
    case .run(let call): calls.append((call, items))
    case .loop(.each(let each), _): within.append(each)
    default: break
    }
    for step in inner.joined() { step.collect(&calls, items: within) }
  }

  /// The placeholders of the step alone.
  fileprivate var ownReferences: [Template.Reference] {
    switch action {
    case .run(let call): call.arguments.flatMap(\.value.references)
    case .loop(.count(let template), _), .wait(.duration(let template)), .wait(.until(let template)),
      .dialog(let template), .stop(let template):
      template.references
    case .loop(.each(let items), _): items.list.references
    case .set(let members): members.flatMap(\.value.references)
    case .answer(let answer): [answer.value, answer.dialog, answer.snippet].flatMap { $0?.references ?? [] }
    case .loop(.condition, _), .choose, .parallel, .calculate: []
    }
  }

  /// The conditions and calculations of the step alone.
  fileprivate var ownConditions: [Logic] {
    let own = condition.map { [$0] } ?? []
    return switch action {
    case .choose(let branches, _): own + branches.map(\.condition)
    case .loop(.condition(let logic, _), _): own + [logic]
    case .calculate(let members): own + members.map(\.value)
    default: own
    }
  }

  fileprivate func rewording(_ text: (Template) -> Template) -> WorkflowStep {
    func all(_ steps: [WorkflowStep]) -> [WorkflowStep] { steps.map { $0.rewording(text) } }
    var step = self
    step.onError = onError.map(all)
    switch action {
    case .dialog(let template): step.action = .dialog(text(template))
    case .stop(let template): step.action = .stop(text(template))
    case .answer(var answer):
      answer.dialog = answer.dialog.map(text)
      answer.snippet = answer.snippet.map(text)
      step.action = .answer(answer)
    case .choose(let branches, let otherwise):
      step.action = .choose(branches.map { Branch($0.condition, all($0.steps)) }, otherwise: all(otherwise))
    case .loop(let repetition, let steps): step.action = .loop(repetition, all(steps))
    case .parallel(let branches, let limit): step.action = .parallel(branches.map(all), limit: limit)
    case .run, .wait, .set, .calculate: break
    }
    return step
  }
}
