internal import IntentCore
internal import IntentPipeline
internal import Synchronization

/// What a workflow keeps while it runs.
final class WorkflowState: Sendable {
  struct Contents {
    /// The answers of steps that have names, null before and where a condition did not hold.
    var steps: ValueObject
    var variables = ValueObject()
    /// The answer of the last step that gave one.
    var last: IntentResult?
    var warnings: [Fault] = []
    var isSimulated = false
    /// What answers show and the journal must not keep.
    var confidential: [String] = []
    /// The last failure, for `finally`.
    var error: Value = .null
    /// How many steps have begun.
    var begun = 0
  }

  private let contents: Mutex<Contents>
  private let workflow: Workflow

  init(_ workflow: Workflow) {
    self.workflow = workflow
    contents = Mutex(Contents(steps: ValueObject(uniqueMembers: workflow.names.map { ($0, .null) })))
  }

  func read<T: Sendable>(_ body: (Contents) -> T) -> T { contents.withLock { body($0) } }
  func change(_ body: (inout Contents) -> Void) { contents.withLock { body(&$0) } }

  /// Keeps the answer of a step, null when it was not done.
  func keep(_ answer: @autoclosure () -> Value, of step: WorkflowStep) {
    guard let name = step.name, let place = workflow.place(ofStep: name) else { return }
    let answer = answer()
    contents.withLock { $0.steps[place: place] = answer }
  }

  func answer(ofStep name: String, at path: [String]) -> Value? {
    guard let place = workflow.place(ofStep: name) else { return nil }
    return contents.withLock { $0.steps[place: place].at(path) }
  }
}

/// What a place of a workflow sees besides the steps: the elements of the loops around it, and an error.
struct WorkflowPlace: Sendable {
  struct Local: Sendable {
    var name: String
    var value: Value
    /// Whether the workflow's own text lists it.
    var isFrozen: Bool
  }

  var cancellation: any Cancellation
  var locals: [Local] = []

  func adding(_ name: String, _ value: Value, isFrozen: Bool = false) -> WorkflowPlace {
    var place = self
    place.locals.append(Local(name: name, value: value, isFrozen: isFrozen))
    return place
  }

  func local(_ name: String) -> Local? { locals.last { $0.name.utf8.elementsEqual(name.utf8) } }
}

extension WorkflowRun {
  /// The value of a placeholder where the workflow stands.
  func find(_ reference: Template.Reference, _ place: WorkflowPlace) -> Value? {
    switch reference {
    case .parameter(let name, let path): call.parameters[name]?.at(path)
    case .step(let name, let path): state.answer(ofStep: name, at: path)
    case .local("vars", let path): state.read { $0.variables.at(path) }
    case .local(let name, let path): place.local(name)?.value.at(path)
    case .result, .secret: nil
    }
  }

  func fill(_ template: Template, _ place: WorkflowPlace) -> Value? {
    if case .literal(let value) = template { return value }
    return template.fill { find($0, place) }
  }

  func text(_ template: Template, _ place: WorkflowPlace) -> String {
    fill(template, place)?.readableText ?? ""
  }

  /// Whether no caller chose what a template stands for.
  func isFrozen(_ template: Template, _ place: WorkflowPlace) -> Bool {
    template.references.allSatisfy { reference in
      switch reference {
      case .parameter: !call.isFree(reference)
      case .local(let name, _): name != "vars" && place.local(name)?.isFrozen ?? false
      case .step, .result, .secret: false
      }
    }
  }

  /// The same names for conditions.
  func data(_ place: WorkflowPlace) -> Value {
    var members = call.parameters.members
    state.read { state in
      members.append(("steps", .object(state.steps)))
      members.append(("vars", .object(state.variables)))
    }
    // The innermost of a name comes first.
    for local in place.locals.reversed() { members.append((local.name, local.value)) }
    return .object(ValueObject(uniqueMembers: members))
  }
}

extension ValueObject {
  fileprivate func at(_ path: [String]) -> Value? {
    guard let first = path.first else { return .object(self) }
    return self[first]?.at(path.dropFirst())
  }
}
