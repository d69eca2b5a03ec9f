package import IntentCore

/// Turns the bytes of one file into a definition, or says everything that is wrong with it.
package enum DefinitionReader {
  /// Reads a definition called `id`; `descriptors` knows the handlers, and `handlerNames` lists them for the
  /// message when one is unknown.
  package static func read(
    _ file: SourceFile, id: String, descriptors: (String) -> HandlerDescriptor?, handlerNames: () -> [String]
  ) throws(Failure) -> LoadedDefinition {
    try Names.checkFileName(id, of: file)
    var log = try ReadingLog(file)
    var draft = DefinitionDraft(id: id, file: file)
    draft.readDocument(&log)
    if case .object = log.document.root.kind {
      draft.finish(descriptors: descriptors, handlerNames: handlerNames, &log)
    }
    if !log.errors.isEmpty { throw Failure(log.failure.faults + log.sorted(log.warnings)) }
    return LoadedDefinition(definition: draft.definition, warnings: log.sorted(log.warnings))
  }
}

/// A definition that was read, with what is unwise about it.
package struct LoadedDefinition: Sendable {
  package var definition: IntentDefinition
  package var warnings: [Fault]

  package init(definition: IntentDefinition, warnings: [Fault] = []) {
    (self.definition, self.warnings) = (definition, warnings)
  }
}

/// A definition that is being read: keys that stand alone are read at once, those that refer to parameters are kept
/// until all parameters are known.
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
  var sandbox: JSONMember?

  init(id: String, file: SourceFile) {
    definition = IntentDefinition(id: id, path: file.path, source: file.bytes, title: "", handler: "")
  }

  mutating func finish(
    descriptors: (String) -> HandlerDescriptor?, handlerNames: () -> [String], _ log: inout ReadingLog
  ) {
    log.require(Self.required)
    definition.parameters = ParameterListReader(parameters, required: required, &log).parameters
    let scope = TemplateScope(parameters: definition.parameters)
    let templates = TemplateReader(scope: scope)
    if let summary {
      definition.summary = templates.text(summary, &log)
      checkSummary(summary.node, &log)
    }
    if let confirm { definition.confirm = templates.text(confirm, &log) }
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
      for member in log.members(with) { _ = templates.template(member.node, &log) }
    }
    if let result {
      let reader = ResultReader(parameters: scope.parameters, descriptor: descriptor)
      definition.result = reader.reading(result, &log).shape
    }
    if let sandbox {
      definition.sandbox = SandboxReader.rule(sandbox, scope, &log)
      if let descriptor, !descriptor.hasOutput, !definition.listsChoices {
        log.misplacedKey(
          sandbox, hint: "the handler \(descriptor.name) starts no program of yours that it could limit")
      }
    }
    definition.secrets = log.secrets
    checkSecretPlaces(descriptor?.fields ?? [], &log)
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

extension DefinitionDraft {
  /// Finds secrets in texts that hold no placeholders, such as titles and defaults, where they would be shown as
  /// written: in all members but those whose texts are templates, which their readers check.
  private func checkSecretPlaces(_ fields: [HandlerDescriptor.Field], _ log: inout ReadingLog) {
    guard namesSecret(log.document.source.bytes), case .object(let members) = log.document.root.kind else {
      return
    }
    let templates = [summary, phrases, with, result, confirm, sandbox]
    for member in members where !templates.contains(where: { $0?.keySpan == member.keySpan }) {
      member.node.visit { checkSecretPlace($0, fields, &log) }
    }
  }

  /// Whether the bytes hold `${secret:` at all, which most files do not.
  private func namesSecret(_ bytes: [UInt8]) -> Bool {
    for index in bytes.indices where bytes[index] == UInt8(ascii: "$") {
      if bytes[(index + 1)...].starts(with: "{secret:".utf8) { return true }
    }
    return false
  }

  private func checkSecretPlace(
    _ node: JSONNode, _ fields: [HandlerDescriptor.Field], _ log: inout ReadingLog
  ) {
    guard case .string(let text) = node.kind, text.hasPlaceholder else { return }
    var scanner = PlaceholderScanner(text)
    while let piece = scanner.next() {
      guard case .placeholder(let start, let end) = piece,
        scanner.bytes[(start + 2)...].starts(with: "secret:".utf8)
      else { continue }
      let name = String(decoding: scanner.bytes[(start + 9)..<(end - 1)], as: UTF8.self)
      let piece = scanner.bytes[start..<end]
      log.misplacedSecret(
        name, "", fields, at: log.document.span(of: piece, at: start, in: node, length: scanner.bytes.count))
    }
  }
}
