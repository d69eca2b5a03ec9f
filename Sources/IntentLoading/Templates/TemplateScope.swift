internal import IntentCore

/// What the placeholders of one place may name.
struct TemplateScope {
  var parameters: [Parameter]
  /// `${result.…}` stands for what the handler answered.
  var allowsResult = false
  /// `${applicationName}` stands for the program's name, as in phrases.
  var allowsApplicationName = false
  /// What the steps before leave, in a workflow.
  var workflow: WorkflowScope?
  /// The whole workflow, to tell a later step from none.
  var workflowRoot: JSONNode?

  var secrets = SecretRule.hidden
  /// The fields of the handler, of which the message about a secret elsewhere names those that take one.
  var fields: [HandlerDescriptor.Field] = []

  /// Whether secrets may stand in a place.
  enum SecretRule {
    /// Nobody but the handler sees the place.
    case taken
    /// What stands there is shown to people, where secret parameters are hidden.
    case hidden
    /// What stands there can be read by others, so that not even a secret parameter may.
    case refused
  }

  func parameter(_ name: String) -> Parameter? { parameters.first { $0.name == name } }

  /// What is wrong with a name that no parameter has; only a workflow has such names.
  func problem(_ name: String, _ path: [String]) -> WorkflowScope.Problem? {
    guard let workflow else { return WorkflowScope.Problem("unknown", names, name) }
    guard var problem = workflow.problem(name, path) else { return nil }
    if problem.reason == "unknown" { return WorkflowScope.Problem("unknown", names + problem.allowed, name) }
    if problem.reason == "unknown-step", let root = workflowRoot, root.namesStep(problem.word) {
      problem.reason = "later-step"
    }
    return problem
  }

  var names: [String] {
    parameters.map(\.name) + (allowsResult ? ["result"] : [])
      + (allowsApplicationName ? ["applicationName"] : [])
  }
}

extension JSONNode {
  /// Whether a step of that name is anywhere within.
  fileprivate func namesStep(_ name: String) -> Bool {
    first { if case .string(name)? = $0["name"]?.kind { true } else { nil } } ?? false
  }
}
