internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentLoading

enum SchemaCommand {
  static let command = Command(
    name: "schema", usage: "schema [--config|--automation]",
    summary: "Print the JSON Schema of definitions, for editors.",
    options: [
      OptionSpec("config", .flag, "That of the configuration instead."),
      OptionSpec("automation", .flag, "That of automations instead."),
    ], .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    if options.has("automation") { return session.write(AutomationSchema.text) }
    session.outcome.output +=
      options.has("config")
      ? Array(ConfigurationSchema.text(DoorProviders.forms).utf8) : AuthoringFolder.schema
  }
}
