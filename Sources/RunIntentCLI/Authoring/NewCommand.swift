internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// `runintent new NAME`: writes a definition to start from.
enum NewCommand {
  static let command = Command(
    name: "new", usage: "new NAME [--kind KIND] [--from SCRIPT]",
    summary: "Write a definition to start from, into your own folder or that of --intents.",
    options: [
      OptionSpec(
        "kind", .value("command|http|toggle|status|workflow"), "What it is made of; command when absent."),
      OptionSpec("from", .value("SCRIPT"), "Make it around this script; NAME may then be left out."),
    ], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let name = try command.operand(options)
    let script = try options.value("from").map { path throws(Failure) in
      try ScriptFile(session.absolute(path), session.world.files)
    }
    let kind = try kind(options)
    guard let id = name ?? script?.suggestedID else { throw command.missing("NAME") }
    try session.engine.library.checkFree(id)
    let definition =
      if let script { DefinitionTemplate.around(script, id: id) } else { try kind.definition(id) }
    try write(definition, id, &session)
  }

  private static func kind(_ options: ParsedOptions) throws(Failure) -> DefinitionTemplate {
    guard let word = options.value("kind") else { return .command }
    guard let kind = DefinitionTemplate(rawValue: word) else {
      throw .notAmong("--kind", word, DefinitionTemplate.allCases.map(\.rawValue))
    }
    if options.has("from"), kind != .command {
      throw Failure(.optionTakesNoValue, ["option": "--kind with --from", "value": .text(word)])
    }
    return kind
  }

  private static func write(
    _ definition: Value, _ id: String, _ session: inout Session
  ) throws(Failure) {
    let folder = try AuthoringFolder.folder(session.engine)
    let path = "\(folder)/\(id).json"
    let operand = session.engine.settings.intents.map { ["--intents", $0, id] } ?? [id]
    if session.world.files.facts(path) != nil || session.environment.installer.read(path) != nil {
      throw Failure(
        .fileExists,
        ["path": .text(session.display(path)), "edit": .list(["runintent", "edit"] + operand)])
    }
    try session.environment.installer.write(path, Array("\(definition.laidOut())\n".utf8), 0o644)
    try AuthoringFolder.writeSchema(in: folder, session.engine)
    say(path, operand, needsTrust: definition.startsOrReaches, &session)
    warnIfShadowed(id, path, &session)
  }

  private static func say(
    _ path: String, _ operand: [String], needsTrust: Bool, _ session: inout Session
  ) {
    let steps = [["edit"] + operand, needsTrust ? ["trust"] + operand : operand].map { ["runintent"] + $0 }
    if session.settings.isJSON {
      session.write(
        json: .object([
          "schemaVersion": 1, "id": .string(operand.last ?? ""), "path": .string(path),
          "next": .array(steps.map { .array($0.map { .string($0) }) }),
        ]))
    } else if !session.settings.isQuiet {
      session.print(session.display(path).cleaned(.line))
      let say = session.text
      session.print(say("to make it yours: ${command}", ["command": .string(ShellWords.join(steps[0]))]))
      let next = needsTrust ? "to allow it: ${command}" : "to run it: ${command}"
      session.print(say(next, ["command": .string(ShellWords.join(steps[1]))]))
    }
  }

  static func warnIfShadowed(_ id: String, _ path: String, _ session: inout Session) {
    guard let first = try? session.catalog.find(id), let own = try? session.environment.files.open(path),
      first.path != own.path
    else { return }
    session.warn([
      Fault(
        .definitionShadowed,
        ["path": .text(session.display(path)), "other": .text(session.display(first.path))],
        severity: .warning)
    ])
  }
}

extension Value {
  /// Whether what the definition does needs trust.
  fileprivate var startsOrReaches: Bool {
    switch objectValue?["handler"] {
    case "command"?, "http"?: true
    default: false
    }
  }
}
