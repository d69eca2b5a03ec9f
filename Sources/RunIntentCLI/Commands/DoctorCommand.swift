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
    try command.takeNone(options)
    if options.has("polkit") { return session.write(PolkitAction.file) }
    await session.honourDeadlines()
    let diagnoses =
      [
        Diagnosis.program(session), .source(session), .environment(session), .store(session),
        .guardian(session),
      ]
      + [await Diagnosis.authentication(session)] + Diagnosis.intents(session)
    DoctorReport(diagnoses: diagnoses).write(&session)
  }
}
