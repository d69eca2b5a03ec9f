internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent check`: everything that is wrong with definitions, at once.
enum CheckCommand {
  static let command = Command(
    name: "check", usage: "check [PATH…]", summary: "Find everything that is wrong with definitions.",
    operands: .any, options: [OptionSpec("strict", .flag, "Warnings count as errors.")],
    completion: .definitions, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    if options.operands.contains("") {
      throw Failure(.missingArgument, ["name": "PATH", "command": "check"])
    }
    let report = await DefinitionChecks.report(
      on: options.operands, session.engine, session.environment.configuration)
    report.write(isStrict: options.has("strict"), &session)
  }
}

extension DefinitionChecks.Report {
  /// Tells what was found; the status says whether all is well.
  func write(isStrict: Bool, _ session: inout Session) {
    let errors = faults.count { $0.severity == .error }
    let warnings = faults.count - errors
    switch session.settings.output {
    case .json, .jsonl:
      session.write(json: [
        "checked": .integer(checked),
        "configurations": Value(configurations), "errors": .integer(errors),
        "warnings": .integer(warnings), "faults": session.json(faults),
      ])
    default:
      if !faults.isEmpty { session.writeError(session.faults(Failure(faults))) }
      if !session.settings.isQuiet { session.print(sentence(errors, warnings, session.text)) }
    }
    if errors > 0 || isStrict && warnings > 0 {
      session.outcome.status = errors > 0 ? Failure(faults).status : .badDefinition
    }
  }

  private func sentence(_ errors: Int, _ warnings: Int, _ say: Localizer) -> String {
    var counts: [String] = []
    if errors > 0 {
      counts.append(say(errors == 1 ? "${count} error" : "${count} errors", ["count": .integer(errors)]))
    }
    if warnings > 0 {
      counts.append(
        say(warnings == 1 ? "${count} warning" : "${count} warnings", ["count": .integer(warnings)]))
    }
    let found = counts.isEmpty ? say("no faults") : counts.joined(separator: ", ")
    let values: ValueObject = ["count": .integer(checked), "found": .string(found)]
    if !configurations.isEmpty {
      return say(
        checked == 1
          ? "the configuration and ${count} definition checked, ${found}"
          : "the configuration and ${count} definitions checked, ${found}", values)
    }
    return say(
      checked == 1 ? "${count} definition checked, ${found}" : "${count} definitions checked, ${found}",
      values)
  }
}
