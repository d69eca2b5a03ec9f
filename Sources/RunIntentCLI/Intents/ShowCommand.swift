internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering
internal import JSONSchema

enum ShowCommand {
  static let command = Command(
    name: "show", usage: "show ID|PATH", summary: "Show what an intent takes and what it touches.",
    operands: .one("ID"), completion: .definitions, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let (file, id) = try session.library.definition(options.operand)
    let loaded = try session.library.load(file, id: id)
    let claims = try await Claims.of(
      loaded.definition, registry: .live, entities: .live, world: session.world)
    let mark = await Marking(session.world, from: session.environment.source()).mark(loaded.definition, file)
    let definition = session.library.localised(loaded.definition)
    if session.settings.isJSON {
      session.write(json: json(definition, claims, mark))
    } else {
      session.write(text(definition, claims, mark, session))
    }
    session.warn(loaded.warnings + file.concerns + session.library.takeWarnings())
  }

  private static func text(
    _ definition: IntentDefinition, _ claims: Claims, _ mark: Mark, _ session: Session
  ) -> String {
    let say = session.text
    let source = session.environment.source().text
    let names: ValueObject = ["source": .string(source), "reason": .string(say(mark.text))]
    let fields: [(label: String, text: String?)] = [
      (say("File"), session.display(definition.path)), (say("Handler"), definition.handler),
      (say("Category"), definition.category),
      (say("Ends after"), say("${number} s", ["number": .string(definition.limits.timeout.secondsText)])),
      (say("Phrases"), definition.phrases.isEmpty ? nil : definition.phrases.joined(separator: ", ")),
      (say("Keywords"), definition.keywords.isEmpty ? nil : definition.keywords.joined(separator: ", ")),
      (say("Search"), definition.isFound ? nil : say("never found")),
      (say("Suggestions"), definition.isSuggested ? nil : say("never suggested")),
      (
        say("May run"),
        say(mark == .allowed ? "yes, from here (${source})" : "no: ${reason} (${source})", names)
      ),
      (say("As allowed"), session.world.isRoots(definition) ? say("root's own, which needs no record") : nil),
    ]
    var blocks: [Snippet.Block] = definition.description.map { [.text($0)] } ?? []
    blocks.append(.fields(fields))
    if !definition.parameters.isEmpty { blocks.append(ParameterTable.make(definition, say)) }
    let touched = claims.capabilities.map { [$0.text, CapabilityPhrase.text($0, say)] }
    blocks.append(
      touched.isEmpty
        ? .text(say("Touches nothing outside itself."))
        : .table([say("Touches"), say("Which means")], touched))
    if definition.namesPrograms {
      blocks.append(.text(SandboxText.line(definition, session)))
    }
    return Snippet(blocks).text(under: definition.title, session)
  }

  private static func json(_ definition: IntentDefinition, _ claims: Claims, _ mark: Mark) -> ValueObject {
    [
      "id": .string(definition.id), "title": .string(definition.title),
      "description": Value(definition.description), "category": Value(definition.category),
      "icon": Value(definition.icon), "hidden": .boolean(definition.isHidden),
      "path": .string(definition.path), "handler": .string(definition.handler),
      "phrases": Value(definition.phrases), "keywords": Value(definition.keywords),
      "search": .boolean(definition.isFound), "suggest": .boolean(definition.isSuggested),
      "parameters": .array(definition.parameters.map(ParameterTable.json)),
      "capabilities": Value(claims.capabilities.map(\.text)),
      "files": .array(claims.files.map { .string($0.path ?? $0.name) }),
      "allowed": .boolean(mark == .allowed), "mark": .string(mark.rawValue),
      "sandbox": SandboxLimits(definition)?.json ?? .null,
    ]
  }
}

/// The parameters of an intent as people and programs read them.
enum ParameterTable {
  static func make(_ definition: IntentDefinition, _ say: Localizer) -> Snippet.Block {
    .table(
      [say("Parameter"), say("Takes"), say("About")],
      definition.parameters.map {
        [spelling($0), takes($0, say), ParameterHelp($0, say).notesWithoutChoices]
      })
  }

  private static func spelling(_ parameter: Parameter) -> String {
    let option = (parameter.short.map { "-\($0), " } ?? "") + "--\(parameter.name)"
    return parameter.position == nil ? option : "\(ParameterHelp(parameter).positionalName), \(option)"
  }

  private static func takes(_ parameter: Parameter, _ say: Localizer) -> String {
    if let entity = parameter.entity { return entity }
    if parameter.isBoolean { return say("yes or no") }
    if let choices = parameter.staticChoices { return choices.map(\.word).joined(separator: "|") }
    return parameter.schema.types?.map(\.rawValue).joined(separator: " \(say("or")) ") ?? say("any")
  }

  static func json(_ parameter: Parameter) -> Value {
    .object([
      "name": .string(parameter.name), "title": Value(parameter.title),
      "description": Value(parameter.description),
      "types": parameter.schema.types.map { Value($0.map(\.rawValue)) } ?? .null,
      "values": parameter.schema.enumeratedValues.map { .array($0) } ?? .null,
      "entity": Value(parameter.entity), "default": parameter.defaultValue ?? .null,
      "required": .boolean(parameter.isRequired), "position": Value(parameter.position),
      "short": Value(parameter.short.map { String($0) }), "secret": .boolean(parameter.isSecret),
      "examples": .array(parameter.examples),
    ])
  }
}
