internal import IntentCore
internal import IntentLoading

/// `runintent schema`: the JSON Schema of definitions, for editors and validators.
enum SchemaCommand {
  static let command = Command(
    name: "schema", usage: "schema [automation]",
    summary: "Print the JSON Schema of definitions, for editors.",
    options: [],
    run: run)

  @Sendable
  static func run(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    let options = try command.parse(words, leading, &session)
    if options.operands == ["automation"] {
      session.write(AutomationSchema.text)
      return
    }
    if let extra = options.operands.first {
      throw Failure(.unexpectedArgument, ["value": .text(extra), "command": "schema"])
    }
    session.outcome.output += AuthoringFolder.schema
  }
}
