internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

/// `runintent import FILE`: takes a definition from elsewhere into the person's own folder, untrusted.
enum ImportCommand {
  static let command = Command(
    name: "import", usage: "import FILE|- [--name ID] [--replace]",
    summary: "Show what a definition from elsewhere would touch, and take it over, untrusted.",
    options: [
      OptionSpec("name", .value("ID"), "What it is called here; the name that it has when absent."),
      OptionSpec("replace", .flag, "Take the place of a definition that has the name already."),
    ], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let operand = try command.operand(options, named: "FILE")
    let (bytes, display) = try read(operand, session)
    let shared = try SharedDefinition(reading: bytes, file: display)
    guard let id = options.value("name") ?? shared.id ?? name(of: operand) else {
      throw command.missing("--name")
    }
    try session.engine.library.checkFree(id)
    let again = ["runintent", "import", operand] + (options.value("name").map { ["--name", $0] } ?? [])
    let new = try await DefinitionImport(
      of: shared, as: id, from: display, replaces: options.has("replace"), again: again,
      session.engine)
    session.warn(new.warnings)
    if new.isThere {
      if !session.settings.isQuiet {
        let place: ValueObject = ["file": .string(session.display(new.path).cleaned(.quoted))]
        session.print(session.text("nothing changed: ${file}", place))
      }
      return
    }
    let text = new.text(session)
    if !options.has("yes") {
      try session.confirm(
        text + session.text("Import it, untrusted?"), intents: id,
        command: again + (options.has("replace") ? ["--replace"] : []) + ["--yes"])
    }
    try new.install(session.engine)
    if options.has("yes"), !session.settings.isQuiet, !session.settings.isJSON { session.write(text) }
    new.tell(&session)
    NewCommand.warnIfShadowed(id, new.path, &session)
  }

  private static func read(_ operand: String, _ session: Session) throws(Failure) -> ([UInt8], String) {
    if operand == "-" { return (try session.environment.readInput(nil), "-") }
    let file = try session.environment.files.catalog(session.absolute(operand))
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
    for capability in needed {
      let act = CapabilityPhrase.text(capability, say).cleaned(.quoted)
      text += line("may ${act}", ["act": .string(act)])
    }
    for name in things.filesBeside {
      text += line("not included: ${file}", ["file": .string(name.cleaned(.quoted))])
    }
    return text
  }

  /// Says what was done and what is next.
  fileprivate func tell(_ session: inout Session) {
    let operand = session.engine.settings.intents.map { ["--intents", $0, id] } ?? [id]
    let next = ["runintent"] + (needsTrust ? ["trust"] : []) + operand
    if session.settings.isJSON {
      session.write(
        json: .object([
          "schemaVersion": 1, "id": .string(id), "path": .string(path), "trusted": false,
          "capabilities": .array(things.capabilities.map { .string($0.text) }),
          "secrets": .array(things.secrets.map { .string($0) }),
          "notIncluded": .array(things.filesBeside.map { .string($0) }),
          "next": .array([.array(next.map { .string($0) })]),
        ]))
    } else if !session.settings.isQuiet {
      let say = session.text
      let place = session.display(path).cleaned(.quoted)
      session.print(say("imported, and not trusted: ${file}", ["file": .string(place)]))
      let command: ValueObject = ["command": .string(ShellWords.join(next))]
      session.print(
        needsTrust ? say("to allow it: ${command}", command) : say("to run it: ${command}", command))
    }
  }
}
