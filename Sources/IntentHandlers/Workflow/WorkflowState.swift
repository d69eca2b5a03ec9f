internal import IntentCore
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
    var done = 0
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
  func keep(_ answer: Value, of step: WorkflowStep) {
    guard let name = step.name, let place = workflow.place(ofStep: name) else { return }
    contents.withLock { $0.steps[place: place] = answer }
  }

  func answer(ofStep name: String, at path: [String]) -> Value? {
    guard let place = workflow.place(ofStep: name) else { return nil }
    return contents.withLock { $0.steps[place: place].at(path) }
  }
}
