internal import IntentCore

/// A definition on its way: what stands alone is taken at once, what refers to parameters waits for all of them.
struct DefinitionDraft {
  var definition: IntentDefinition
  var title: JSONMember?
  var handler: JSONMember?
  var parameters: JSONMember?
  var required: JSONMember?
  var with: JSONMember?
  var result: JSONMember?
  var summary: JSONMember?
  var confirm: JSONMember?
  var phrases: JSONMember?

  init(id: String, file: SourceFile) {
    definition = IntentDefinition(id: id, path: file.path, source: file.bytes, title: "", handler: "")
  }

  mutating func finish(
    descriptors: (String) -> HandlerDescriptor?, handlerNames: () -> [String], _ log: inout ReadingLog
  ) {
    if title == nil { log.missing("title") }
    if handler == nil { log.missing("handler") }
    definition.parameters = ParameterListReader.read(parameters, required: required, &log)
    let scope = TemplateScope(parameters: definition.parameters)
    let templates = TemplateReader(scope: scope)
    if let summary {
      definition.summary = templates.text(summary.key, summary.node, &log)
      checkSummary(summary.node, &log)
    }
    if let confirm { definition.confirm = templates.text(confirm.key, confirm.node, &log) }
    if let phrases { definition.phrases = PhraseReader(parameters: scope.parameters).read(phrases, &log) }
    var descriptor: HandlerDescriptor?
    if let handler, !definition.handler.isEmpty {
      descriptor = descriptors(definition.handler)
      if descriptor == nil {
        let near = Suggestion.nearest(to: definition.handler, among: handlerNames())
        log.error(
          .definitionUnknownHandler, ["name": .text(definition.handler)], suggestion: near ?? "",
          at: handler.node.span)
      }
    }
    if let handler, let descriptor {
      var reader = WithReader(scope: scope, descriptor: descriptor)
      definition.with = reader.read(with, handler: handler.node.span, &log)
      for field in descriptor.fields where field.isShown { definition.shownFields.append(field.name) }
      if reader.hasSteps {
        definition.workflow = WorkflowReader.read(
          with, parameters: definition.parameters, places: parameters?.node, &log)
      }
    } else if let with {
      let templates = TemplateReader(scope: TemplateScope(parameters: scope.parameters, secrets: .taken))
      for member in log.members(with.key, with.node) { _ = templates.template(member.node, &log) }
    }
    if let result {
      let reader = ResultReader(parameters: scope.parameters, descriptor: descriptor)
      definition.result = reader.reading(result, &log).shape
    }
    definition.secrets = log.secrets
    SecretPlaceCheck(fields: descriptor?.fields ?? []).run(
      besides: [summary, phrases, with, result, confirm], &log)
  }

  private func checkSummary(_ node: JSONNode, _ log: inout ReadingLog) {
    let references = definition.summary?.references ?? []
    let missing = definition.parameters.filter { parameter in
      parameter.isRequired
        && !references.contains { if case .parameter(parameter.name, _) = $0 { true } else { false } }
    }
    if !missing.isEmpty {
      log.warning(.definitionSummary, ["names": .list(missing.map(\.name))], at: node.span)
    }
  }
}
