internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering
internal import JSONSchema

/// `runintent show ID`: what an intent is, takes and touches, and whether it may run from here.
enum ShowCommand {
  static let command = Command(
    name: "show", usage: "show ID|PATH", summary: "Show what an intent takes and what it touches.",
    options: [],
    run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let operand = try command.operand(options, named: "ID")
    let (file, id) = try session.definition(operand)
    let loaded = try session.load(file, id: id)
    let claims = try await Claims.of(
      loaded.definition, registry: .live, entities: .live, world: session.world)
    let mark = await Marking(session.world, from: session.environment.source()).mark(loaded.definition, file)
    switch session.settings.output {
    case .json, .jsonl:
      let value = json(session.localised(loaded.definition), claims, mark)
      session.write(json: value)
    default:
      let text = text(session.localised(loaded.definition), claims, mark, session)
      session.write(text)
    }
    session.warn(loaded.warnings + file.concerns + session.engine.library.takeWarnings())
  }

  private static func text(
    _ definition: IntentDefinition, _ claims: Claims, _ mark: Mark, _ session: Session
  ) -> String {
    let say = session.text
    var fields = [
      Snippet.Field(say("File"), session.display(definition.path)),
      Snippet.Field(say("Handler"), definition.handler),
    ]
    if let category = definition.category { fields.append(Snippet.Field(say("Category"), category)) }
    fields.append(
      Snippet.Field(
        say("Ends after"), say("${number} s", ["number": .string(definition.limits.timeout.secondsText)])))
    if !definition.phrases.isEmpty {
      fields.append(Snippet.Field(say("Phrases"), definition.phrases.joined(separator: ", ")))
    }
    if !definition.keywords.isEmpty {
      fields.append(Snippet.Field(say("Keywords"), definition.keywords.joined(separator: ", ")))
    }
    if !definition.isFound { fields.append(Snippet.Field(say("Search"), say("never found"))) }
    if !definition.isSuggested { fields.append(Snippet.Field(say("Suggestions"), say("never suggested"))) }
    let source = session.environment.source()
    fields.append(
      Snippet.Field(
        say("May run"),
        mark == .allowed
          ? say("yes, from here (${source})", ["source": .string(source.text)])
          : say(
            "no: ${reason} (${source})", ["reason": .string(say(mark.text)), "source": .string(source.text)]))
    )
    if session.world.isRoots(definition) {
      fields.append(Snippet.Field(say("Trust"), say("root's own, which needs no record")))
    }
    var blocks: [Snippet.Block] = []
    if let description = definition.description { blocks.append(.text(description)) }
    blocks.append(.fields(fields))
    if !definition.parameters.isEmpty { blocks.append(.table(ParameterTable.make(definition, say))) }
    if claims.capabilities.isEmpty {
      blocks.append(.text(say("Touches nothing outside itself.")))
    } else {
      blocks.append(
        .table(
          Snippet.Table(
            columns: [Snippet.Column(say("Touches")), Snippet.Column(say("Which means"))],
            rows: claims.capabilities.map { [$0.text, CapabilityPhrase.text($0, say)] })))
    }
    let style = session.style()
    var bytes = Array("\(definition.title.cleaned(.line))\n".utf8)
    SnippetRenderer(style: style).write(Snippet(blocks), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func json(_ definition: IntentDefinition, _ claims: Claims, _ mark: Mark) -> Value {
    .object([
      "schemaVersion": 1, "id": .string(definition.id), "title": .string(definition.title),
      "description": definition.description.map { .string($0) } ?? .null,
      "category": definition.category.map { .string($0) } ?? .null,
      "icon": definition.icon.map { .string($0) } ?? .null, "hidden": .boolean(definition.isHidden),
      "path": .string(definition.path),
      "handler": .string(definition.handler), "phrases": .array(definition.phrases.map { .string($0) }),
      "keywords": .array(definition.keywords.map { .string($0) }), "search": .boolean(definition.isFound),
      "suggest": .boolean(definition.isSuggested),
      "parameters": .array(definition.parameters.map(ParameterTable.json)),
      "capabilities": .array(claims.capabilities.map { .string($0.text) }),
      "files": .array(claims.files.map { .string($0.path ?? $0.name) }),
      "allowed": .boolean(mark == .allowed), "mark": .string(mark.rawValue),
    ])
  }
}

/// The parameters of an intent as people and programs read them.
enum ParameterTable {
  static func make(_ definition: IntentDefinition, _ say: Localizer) -> Snippet.Table {
    Snippet.Table(
      columns: [
        Snippet.Column(say("Parameter")), Snippet.Column(say("Takes")), Snippet.Column(say("About")),
      ],
      rows: definition.parameters.map { [spelling($0, say), takes($0, say), about($0, say)] })
  }

  static func spelling(_ parameter: Parameter, _ say: Localizer) -> String {
    let option = (parameter.short.map { "-\($0), " } ?? "") + "--\(parameter.name)"
    return parameter.position == nil ? option : "\(ParameterHelp(parameter).positionalName), \(option)"
  }

  static func takes(_ parameter: Parameter, _ say: Localizer) -> String {
    if let entity = parameter.entity { return entity }
    if parameter.isBoolean { return say("yes or no") }
    if let choices = parameter.staticChoices { return choices.map(\.word).joined(separator: "|") }
    return parameter.schema.types?.map(\.rawValue).joined(separator: " \(say("or")) ") ?? say("any")
  }

  static func about(_ parameter: Parameter, _ say: Localizer) -> String {
    ParameterHelp(parameter, say).notesWithoutChoices
  }

  static func json(_ parameter: Parameter) -> Value {
    .object([
      "name": .string(parameter.name), "title": parameter.title.map { .string($0) } ?? .null,
      "description": parameter.description.map { .string($0) } ?? .null,
      "types": parameter.schema.types.map { .array($0.map { .string($0.rawValue) }) } ?? .null,
      "values": parameter.schema.enumeratedValues.map { .array($0) } ?? .null,
      "entity": parameter.entity.map { .string($0) } ?? .null, "default": parameter.defaultValue ?? .null,
      "required": .boolean(parameter.isRequired),
      "position": parameter.position.map { .integer($0) } ?? .null,
      "short": parameter.short.map { .string(String($0)) } ?? .null, "secret": .boolean(parameter.isSecret),
      "examples": .array(parameter.examples),
    ])
  }
}
