internal import IntentCore
internal import IntentPlatform

/// `runintent doctor`: looks at all that runs depend on, and says what to do about what is wrong.
enum DoctorCommand {
  static let command = Command(
    name: "doctor", usage: "doctor", summary: "Look at what runs depend on, and say what is wrong.",
    options: [OptionSpec("polkit", .flag, "Print the action file for polkit instead.")], run: run)

  @Sendable
  static func run(
    _ words: [String], _ leading: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    let options = try command.parse(words, leading, &session)
    if let extra = options.operands.first {
      throw Failure(.unexpectedArgument, ["value": .text(extra), "command": "doctor"])
    }
    if options.has("polkit") { return session.write(PolkitAction.file) }
    do throws(Failure) {
      try await HonouredDeadlines.honour(
        session.world, cancellation: session.environment.interruption)
    } catch {
      session.warn(error.asWarnings)
    }
    let diagnoses =
      [
        Diagnosis.program(session), .source(session), .environment(session), .store(session),
        .guardian(session),
      ]
      + [await Diagnosis.authentication(session)] + Diagnosis.intents(session)
    DoctorReport(diagnoses: diagnoses).write(&session)
  }
}
