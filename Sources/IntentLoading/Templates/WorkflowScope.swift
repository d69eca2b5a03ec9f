internal import IntentCore

/// What the steps before one leave to it.
struct WorkflowScope {
  /// The whole workflow, to tell a step that comes later from one that is nowhere.
  let root: JSONNode?
  /// Steps that may have run.
  var steps: Set<String> = []
  /// What `set` and `calculate` may have set.
  var variables: Set<String> = []
  /// The elements of the loops around, `index`, and `error` where one is handled.
  var locals: [String] = []

  /// What can be asked of a step.
  static let parts = ["value", "dialog", "status", "exitCode"]
  /// Names that no parameter of a workflow can have.
  static let reserved = ["vars", "index", "error"]

  /// What is wrong with a path of names, `nil` when it stands for something; parameters are not looked at.
  func problem(_ name: String, _ path: [String]) -> Problem? {
    switch name {
    case "steps":
      guard let step = path.first else { return Problem("step-name", Array(steps)) }
      guard steps.contains(step) else {
        let isLater = root?.namesStep(step) ?? false
        return Problem(isLater ? "later-step" : "unknown-step", Array(steps), step)
      }
      // The whole of it is null when the step was not done.
      guard path.count > 1 else { return nil }
      return Self.parts.contains(path[1]) ? nil : Problem("step-part", Self.parts, path[1])
    case "vars":
      guard let variable = path.first else { return Problem("unknown-variable", Array(variables)) }
      return variables.contains(variable) ? nil : Problem("unknown-variable", Array(variables), variable)
    default: return locals.contains(name) ? nil : Problem("unknown", locals, name)
    }
  }

  struct Problem {
    var reason: String
    var allowed: [String]
    /// The word that is wrong, for what was meant.
    var word: String

    init(_ reason: String, _ allowed: [String], _ word: String = "") {
      (self.reason, self.allowed, self.word) = (reason, allowed.sorted(), word)
    }
  }

  /// Adds what steps in a place of their own have left.
  mutating func join(_ other: WorkflowScope) {
    steps.formUnion(other.steps)
    variables.formUnion(other.variables)
  }
}

extension JSONNode {
  /// Whether a step of that name is anywhere within.
  fileprivate func namesStep(_ name: String) -> Bool {
    first { if case .string(name)? = $0["name"]?.kind { true } else { nil } } ?? false
  }
}
