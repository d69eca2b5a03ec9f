internal import IntentCore
internal import IntentEngine
internal import IntentLoading

enum ExportCommand {
  static let command = Command(
    name: "export", usage: "export ID|PATH",
    summary: "Print a definition with its strings as one document, for others to import.",
    operands: .one("ID"), completion: .definitions, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let (file, id) = try session.library.definition(options.operand)
    let definition = try session.library.load(file, id: id).definition
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
        session.text("not included: ${file}", ["file": .string(name.cleaned(.quoted))]) + "\n")
    }
  }
}
