internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

/// `runintent import FILE`: takes a definition from elsewhere into the person's own folder; nothing of it is allowed by that.
enum ImportCommand {
  static let command = Command(
    name: "import", usage: "import FILE|- [--name ID] [--replace]",
    summary: "Show what a definition from elsewhere would touch, and take it over; nothing of it is allowed.",
    operands: .one("FILE"),
    options: [
      OptionSpec("name", .value("ID"), "What it is called here; the name that it has when absent."),
      OptionSpec("replace", .flag, "Take the place of a definition that has the name already."),
    ], .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let operand = options.operand
    let (bytes, display) = try read(operand, session)
    let shared = try SharedDefinition(reading: bytes, file: display)
    guard let id = options.value("name") ?? shared.id ?? name(of: operand) else {
      throw command.missing("--name")
    }
    try session.library.checkFree(id)
    let again = ["runintent", "import", operand] + (options.value("name").map { ["--name", $0] } ?? [])
    let new = try await DefinitionImport(
      of: shared, as: id, from: display, replaces: options.has("replace"), again: again, session.engine)
    session.warn(new.warnings)
    let place: ValueObject = ["file": .string(session.display(new.path).cleaned(.quoted))]
    if new.isThere { return session.tell("nothing changed: ${file}", place) }
    let text = new.text(session)
    try session.confirm(
      text, "Import it? Nothing of it is allowed by that.", intents: id,
      command: again + (options.has("replace") ? ["--replace"] : []) + ["--yes"], unless: options.has("yes"))
    try new.install(session.engine)
    if options.has("yes"), !session.settings.isQuiet, !session.settings.isJSON { session.write(text) }
    new.tell(&session)
    session.warn(session.library.shadowing(of: id, at: new.path))
  }

  private static func read(_ operand: String, _ session: Session) throws(Failure) -> ([UInt8], String) {
    if operand == "-" { return (try session.environment.readInput(nil), "-") }
    let file = try session.environment.files.catalog(session.library.absolute(operand))
    return (file.bytes, file.displayPath)
  }

  /// The name of the file without its ending.
  private static func name(of operand: String) -> String? {
    operand == "-" ? nil : operand.fileName.jsonStem ?? operand.fileName
  }
}

extension DefinitionImport {
  /// What is to be judged before it is written.
  fileprivate func text(_ session: Session) -> String {
    let say = session.text
    func line(_ words: String, _ values: ValueObject) -> String { "  \(say(words, values))\n" }
    var text = "\(definition.title.cleaned(.quoted))\n"
    text += line("as ${file}", ["file": .string(session.display(path).cleaned(.quoted))])
    text += difference?.text(session) ?? ""
    let needed = things.capabilities.filter { $0.permissionClass != .harmless }
    if needed.isEmpty { text += "  \(say("touches nothing that needs permission"))\n" }
    text += needed.map { "  \(say.permission($0))\n" }.joined()
    if definition.namesPrograms {
      text += "  \(SandboxText.line(definition, session).cleaned(.quoted))\n"
    }
    for name in things.filesBeside {
      text += line("not included: ${file}", ["file": .string(name.cleaned(.quoted))])
    }
    return text
  }

  /// Says what was done and what is next.
  fileprivate func tell(_ session: inout Session) {
    let next = ["runintent"] + (needsWord ? ["allow"] : []) + session.operand(id)
    if session.settings.isJSON {
      session.write(json: [
        "id": .string(id), "path": .string(path), "allowed": false,
        "capabilities": Value(things.capabilities.map(\.text)), "secrets": Value(things.secrets),
        "notIncluded": Value(things.filesBeside), "next": .array([Value(next)]),
      ])
    } else {
      let place = session.display(path).cleaned(.quoted)
      session.tell("imported, and not allowed yet: ${file}", ["file": .string(place)])
      session.tell(
        needsWord ? "to allow it: ${command}" : "to run it: ${command}",
        ["command": .string(ShellWords.join(next))])
    }
  }
}
