internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering

enum NewCommand {
  static let command = Command(
    name: "new", usage: "new NAME [--kind KIND] [--from SCRIPT]",
    summary: "Write a definition to start from, into your own folder or that of --intents.",
    operands: .optional,
    options: [
      OptionSpec(
        "kind", .value("command|http|toggle|status|workflow"), "What it is made of; command when absent."),
      OptionSpec("from", .value("SCRIPT"), "Make it around this script; NAME may then be left out."),
    ], .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let name = options.operands.first
    let script = try options.value("from").map { path throws(Failure) in
      try ScriptFile(session.library.absolute(path), session.world.files)
    }
    let kind = try kind(options)
    guard let id = name ?? script?.suggestedID else { throw command.missing("NAME") }
    try session.library.checkFree(id)
    let definition =
      if let script { DefinitionTemplate.around(script, id: id) } else { try kind.definition(id) }
    try write(definition, id, &session)
  }

  private static func kind(_ options: ParsedOptions) throws(Failure) -> DefinitionTemplate {
    let kind = try options.choice("kind", DefinitionTemplate.self) ?? .command
    if options.has("from"), kind != .command {
      throw Failure(.optionTakesNoValue, ["option": "--kind with --from", "value": .text(kind.rawValue)])
    }
    return kind
  }

  private static func write(_ definition: Value, _ id: String, _ session: inout Session) throws(Failure) {
    let folder = try AuthoringFolder.folder(session.engine)
    let path = "\(folder)/\(id).json"
    let operand = session.operand(id)
    if session.world.files.facts(path) != nil || session.environment.installer.read(path) != nil {
      throw Failure(
        .fileExists, ["path": .text(session.display(path)), "edit": .list(["runintent", "edit"] + operand)])
    }
    try session.environment.installer.write(path, Array("\(definition.laidOut())\n".utf8), 0o644)
    try AuthoringFolder.writeSchema(in: folder, session.engine)
    let handler = definition.objectValue?["handler"]
    say(path, operand, needsWord: handler == "command" || handler == "http", &session)
    session.warn(session.library.shadowing(of: id, at: path))
  }

  private static func say(_ path: String, _ operand: [String], needsWord: Bool, _ session: inout Session) {
    let steps = [["edit"] + operand, needsWord ? ["allow"] + operand : operand].map { ["runintent"] + $0 }
    if session.settings.isJSON {
      session.write(json: [
        "id": .string(operand.last ?? ""), "path": .string(path), "next": .array(steps.map { Value($0) }),
      ])
    } else if !session.settings.isQuiet {
      session.print(session.shown(path))
      session.tell("to make it yours: ${command}", ["command": .string(ShellWords.join(steps[0]))])
      session.tell(
        needsWord ? "to allow it: ${command}" : "to run it: ${command}",
        ["command": .string(ShellWords.join(steps[1]))])
    }
  }
}
