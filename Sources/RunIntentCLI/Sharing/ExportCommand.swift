internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

/// `runintent export ID`: a definition with its strings as one document, for somebody else.
enum ExportCommand {
  static let command = Command(
    name: "export", usage: "export ID|PATH",
    summary: "Print a definition with its strings as one document, for others to import.", options: [],
    run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let operand = try command.operand(options, named: "ID")
    let (file, id) = try session.definition(operand)
    let definition = try session.load(file, id: id).definition
    let place = "\(definition.folder)/\(DefinitionTexts.fileName)"
    var strings: StringCatalog?
    if session.world.files.facts(place) != nil {
      let source = try session.environment.files.catalog(place)
      strings = try StringCatalog(bytes: source.bytes, file: source.displayPath)
    }
    session.outcome.output += SharedDefinition.document(of: definition, strings: strings)
    if session.settings.isQuiet { return }
    for name in await NeededThings.of(definition, session.engine).filesBeside {
      session.writeError(
        "\(session.text("not included: ${file}", ["file": .string(name.cleaned(.quoted))]))\n")
    }
  }
}
