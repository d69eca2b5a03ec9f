internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline

extension IntentEntry {
  /// The arguments with the answer of whoever is at the terminal, when a handler found several things that it could
  /// mean; `nil` when that is not so or nobody answers.
  func clarified(
    _ report: RunReport, _ definition: IntentDefinition, _ supplied: [SuppliedArgument]
  ) async throws(Failure) -> [SuppliedArgument]? {
    guard asks, case .failed(let failure) = report.outcome, let fault = failure.faults.first,
      fault.code == .entityAmbiguous, case .list(let allowed)? = fault["allowed"],
      let parameter = definition.parameters.first(where: { $0.entity != nil }), let kind = parameter.entity,
      fault["name"] == .text("with.\(parameter.name)"),
      !supplied.contains(where: { $0.name == parameter.name })
    else { return nil }
    let entities = EntityLists.spoken(text)
    let choices = try await entities.list(kind, environment.world).filter { allowed.contains($0.id) }
    // As the caller would name it.
    var asked = fault
    asked.arguments.removeAll { $0.name == "name" }
    asked.arguments.append(("name", .text("--\(parameter.name)")))
    let question = Question.ValueQuestion(
      parameter: parameter.name, prompt: parameter.prompt ?? parameter.title ?? parameter.name,
      choices: choices.map { Choice($0) }, otherwise: asked)
    let resolver = Resolver(world: environment.world, entities: entities)
    let prompting = Prompting(environment: environment, style: style, say: text) {
      parameter, argument throws(Failure) in
      try await resolver.read(parameter, [argument], of: definition)
    }
    return try await prompting.answers([.value(question)], definition).map { supplied + $0 }
  }
}
