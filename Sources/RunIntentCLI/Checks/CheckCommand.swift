internal import IntentCore
internal import IntentEngine
internal import IntentRendering

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
        "checked": .integer(checked), "configurations": Value(configurations), "errors": .integer(errors),
        "warnings": .integer(warnings), "faults": session.json(faults), "hints": session.json(hints),
      ])
    default:
      if !faults.isEmpty { session.writeError(session.faults(Failure(faults))) }
      if !session.settings.isQuiet {
        for hint in hints { session.print(line(hint, session)) }
        session.print(sentence(errors, warnings, session.text))
      }
    }
    if errors > 0 || isStrict && warnings > 0 {
      session.outcome.status = errors > 0 ? Failure(faults).status : .badDefinition
    }
  }

  private func line(_ hint: Fault, _ session: Session) -> String {
    let place = hint.location.map { "\($0.file):\(String($0.line)):\(String($0.column)): " } ?? ""
    return (place + Messages(text: session.text).text(hint)).cleaned(.quoted)
  }

  private func sentence(_ errors: Int, _ warnings: Int, _ say: Localizer) -> String {
    func count(_ number: Int, _ one: String, _ many: String) -> String? {
      number == 0 ? nil : say(number == 1 ? one : many, ["count": .integer(number)])
    }
    let counts = [
      count(errors, "${count} error", "${count} errors"),
      count(warnings, "${count} warning", "${count} warnings"),
    ].compactMap(\.self)
    let words =
      switch (configurations.isEmpty, checked == 1) {
      case (true, true): "${count} definition checked, ${found}"
      case (true, false): "${count} definitions checked, ${found}"
      case (false, true): "the configuration and ${count} definition checked, ${found}"
      case (false, false): "the configuration and ${count} definitions checked, ${found}"
      }
    let found = counts.isEmpty ? say("no faults") : counts.joined(separator: ", ")
    return say(words, ["count": .integer(checked), "found": .string(found)])
  }
}
