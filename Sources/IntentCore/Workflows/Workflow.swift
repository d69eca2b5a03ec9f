/// The steps of an intent whose handler is `workflow`.
package final class Workflow: Sendable {
  package let steps: [WorkflowStep]
  /// What is done at the end, however the steps ended.
  package let finally: [WorkflowStep]
  /// The definitions that the steps run; none until they are found.
  package let callees: [Callee]
  /// The names of the steps, each at the place that its answer is kept at.
  package let names: [String]
  private let places: [String: Int]
  private let calleePlaces: [String: Int]

  package init(
    steps: [WorkflowStep], finally: [WorkflowStep] = [], names: [String] = [], callees: [Callee] = []
  ) {
    self.steps = steps
    self.finally = finally
    self.callees = callees
    self.names = names
    var places: [String: Int] = [:]
    for (place, name) in names.enumerated() { places[name] = place }
    self.places = places
    var calleePlaces: [String: Int] = [:]
    for (place, callee) in callees.enumerated() { calleePlaces[callee.definition.id] = place }
    self.calleePlaces = calleePlaces
  }

  /// The same with the definitions that it runs.
  package func calling(_ callees: [Callee]) -> Workflow {
    Workflow(steps: steps, finally: finally, names: names, callees: callees)
  }

  package func callee(_ id: String) -> Callee? { calleePlaces[id].map { callees[$0] } }

  package func place(ofStep name: String) -> Int? { places[name] }
}

/// A definition that a workflow runs, opened once: those bytes are what runs.
package struct Callee: Sendable {
  package var definition: IntentDefinition
  /// Worries about who may change its file.
  package var concerns: [Fault]

  package init(definition: IntentDefinition, concerns: [Fault] = []) {
    self.definition = definition
    self.concerns = concerns
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

  /// Every placeholder, those of conditions left out.
  package var references: [Template.Reference] {
    var references: [Template.Reference] = []
    for step in steps + finally { step.collect(&references) }
    return references
  }

  /// The first names of the variables of all conditions.
  package var conditionNames: [String] {
    var names: [String] = []
    for step in steps + finally { step.collect(conditionNames: &names) }
    return names
  }

  /// The texts of its steps that people see.
  package var shownTexts: [Template] { (steps + finally).flatMap(\.shownTexts) }

  /// The same with other texts for people.
  package func rewording(_ text: (Template) -> Template) -> Workflow {
    Workflow(
      steps: steps.map { $0.rewording(text) }, finally: finally.map { $0.rewording(text) }, names: names,
      callees: callees)
  }
}
