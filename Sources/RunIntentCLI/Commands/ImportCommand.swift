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

  @Sendable
  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let operand = try command.operand(options, named: "FILE")
    let (bytes, display) = try read(operand, session)
    let shared = try SharedDefinition(reading: bytes, file: display)
    guard let id = options.value("name") ?? shared.id ?? name(of: operand) else {
      throw command.missing("--name")
    }
    try NewCommand.check(id)
    let again = ["runintent", "import", operand] + (options.value("name").map { ["--name", $0] } ?? [])
    let arrival = try await Arrival(
      of: shared, as: id, from: display, replaces: options.has("replace"), again: again, session)
    session.warn(arrival.warnings)
    if arrival.isThere {
      if !session.settings.isQuiet {
        let place: ValueObject = ["file": .string(session.display(arrival.path).cleaned(.quoted))]
        session.print(session.text("nothing changed: ${file}", place))
      }
      return
    }
    let text = await arrival.text(session)
    if !options.has("yes") {
      try session.confirm(
        text + session.text("Import it, untrusted?"), intents: id,
        command: again + (options.has("replace") ? ["--replace"] : []) + ["--yes"])
    }
    try arrival.install(session)
    if options.has("yes"), !session.settings.isQuiet, !session.settings.isJSON { session.write(text) }
    arrival.tell(&session)
    NewCommand.warnIfShadowed(id, arrival.path, &session)
  }

  private static func read(_ operand: String, _ session: Session) throws(Failure) -> ([UInt8], String) {
    if operand == "-" { return (try session.environment.readInput(nil), "-") }
    let file = try session.environment.files.catalog(session.absolute(operand))
    return (file.bytes, file.displayPath)
  }

  /// The name of the file without its ending.
  private static func name(of operand: String) -> String? {
    guard operand != "-" else { return nil }
    let name = operand.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? operand
    return name.hasJSONSuffix ? String(decoding: name.utf8.dropLast(5), as: UTF8.self) : name
  }
}
