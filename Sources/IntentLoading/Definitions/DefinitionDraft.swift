internal import IntentCore

/// A definition on its way: what stands alone is taken at once, what refers to parameters waits for all of them.
struct DefinitionDraft {
  private(set) var definition: IntentDefinition
  private var title: JSONMember?
  private var handler: JSONMember?
  private var parameters: JSONMember?
  private var required: JSONMember?
  private var with: JSONMember?
  private var result: JSONMember?
  private var summary: JSONMember?
  private var confirm: JSONMember?
  private var phrases: JSONMember?

  init(id: String, file: SourceFile) {
    definition = IntentDefinition(id: id, path: file.path, source: file.bytes, title: "", handler: "")
  }

  mutating func take(_ member: JSONMember, _ log: inout ReadingLog) {
    switch member.key {
    case "$schema": _ = log.text(member)
    case "title":
      title = member
      definition.title = log.filledText(member) ?? ""
    case "handler":
      handler = member
      definition.handler = log.filledText(member) ?? ""
    case "description": definition.description = log.filledText(member)
    case "icon": definition.icon = log.filledText(member)
    case "category": definition.category = log.filledText(member)
    case "keywords": definition.keywords = log.texts(member)
    case "hidden": definition.isHidden = log.flag(member) ?? false
    case "modes": definition.modes = Self.modes(member, &log)
    case "authentication":
      definition.authentication =
        log.word(member.key, member.node, IntentDefinition.Authentication.self) ?? .required
    case "limits": definition.limits = Self.limits(member, &log)
    case "uses": definition.uses = log.texts(member)
    case "idempotent": definition.isIdempotent = log.flag(member) ?? false
    case "parameters": parameters = member
    case "required": required = member
    case "with": with = member
    case "result": result = member
    case "summary": summary = member
    case "confirm": confirm = member
    case "phrases": phrases = member
    case "search": definition.isFound = log.flag(member) ?? true
    case "suggest": definition.isSuggested = log.flag(member) ?? true
    default: log.unknownKey(member, among: DefinitionReader.keys)
    }
  }

  mutating func finish(
    descriptors: (String) -> HandlerDescriptor?, handlerNames: () -> [String], _ log: inout ReadingLog
  ) {
    if title == nil { Self.missing("title", &log) }
    if handler == nil { Self.missing("handler", &log) }
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
      definition.result = ResultReader(parameters: scope.parameters, descriptor: descriptor).read(
        result, &log)
    }
    definition.secrets = log.secrets
    SecretPlaceCheck(fields: descriptor?.fields ?? []).run(&log)
  }

  private static func missing(_ key: String, _ log: inout ReadingLog) {
    let start = log.document.root.span.start
    log.error(
      .definitionMissingKey, ["key": .text(key), "within": ""], at: JSONSpan(start, start + 1))
  }

  private func checkSummary(_ node: JSONNode, _ log: inout ReadingLog) {
    let references = definition.summary?.references ?? []
    let missing = definition.parameters.filter { parameter in
      parameter.isRequired
        && !references.contains {
          if case .parameter(parameter.name, _) = $0 { true } else { false }
        }
    }
    if !missing.isEmpty {
      log.warning(.definitionSummary, ["names": .list(missing.map(\.name))], at: node.span)
    }
  }

  private static func modes(_ member: JSONMember, _ log: inout ReadingLog) -> IntentDefinition.Modes {
    enum Mode: String, CaseIterable { case interactive, headless }
    guard case .array(let items) = member.node.kind, !items.isEmpty else {
      log.wrongType(member.key, member.node, expected: "a list of \"interactive\" and \"headless\"")
      return []
    }
    var modes: IntentDefinition.Modes = []
    for item in items {
      switch log.word(member.key, item, Mode.self) {
      case .interactive: modes.insert(.interactive)
      case .headless: modes.insert(.headless)
      case nil: break
      }
    }
    return modes
  }

  static let limitKeys = ["timeout", "concurrency"]

  private static func limits(_ member: JSONMember, _ log: inout ReadingLog) -> IntentDefinition.Limits {
    var limits = IntentDefinition.Limits()
    for limit in log.members(member.key, member.node) {
      switch limit.key {
      case "timeout": limits.timeout = log.duration(limit.key, limit.node) ?? limits.timeout
      case "concurrency": concurrency(limit, &limits, &log)
      default: log.unknownKey(limit, among: limitKeys)
      }
    }
    return limits
  }

  /// A word, or `{"parallel": 3}` for so many at most.
  private static func concurrency(
    _ member: JSONMember, _ limits: inout IntentDefinition.Limits, _ log: inout ReadingLog
  ) {
    guard case .object(let members) = member.node.kind else {
      limits.concurrency =
        log.word(member.key, member.node, IntentDefinition.Concurrency.self) ?? limits.concurrency
      return
    }
    for key in members {
      if key.key == "parallel" {
        limits.maximum = log.count(key, minimum: 1)
      } else {
        log.unknownKey(key, among: ["parallel"])
      }
    }
    if members.isEmpty { log.wrongType(member.key, member.node, expected: "a word or {\"parallel\": 3}") }
  }
}
