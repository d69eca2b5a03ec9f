internal import IntentCore
internal import IntentEngine
internal import IntentPlatform

/// `runintent doctor`: looks at all that runs depend on, and says what to do about what is wrong.
enum DoctorCommand {
  static let command = Command(
    name: "doctor", usage: "doctor [--as timer]",
    summary: "Look at what runs depend on, and say what is wrong.",
    options: [
      OptionSpec("as", .value("timer"), "Look at it as what cron and systemd start sees it."),
      OptionSpec("polkit", .flag, "Print the action file for polkit instead."),
      OptionSpec("polkit-rule", .flag, "Print the rule for polkit that lets timers drive NetworkManager."),
    ], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    try command.takeNone(options)
    if options.has("polkit") { return session.write(PolkitAction.file) }
    if options.has("polkit-rule") {
      guard let rule = session.controlRule else {
        throw Failure(.unavailable, ["name": "polkit", "reason": "your user has no plain name"])
      }
      return session.write(rule)
    }
    await session.honourDeadlines()
    if let view = options.value("as") {
      guard view == "timer" else { throw .notAmong("--as", view, ["timer"]) }
      var diagnoses = await Diagnosis.timer(
        session.engine, session.environment.configuration, session.environment.guardian,
        own: .source(session))
      for index in diagnoses.indices where diagnoses[index].name == "polkit" && diagnoses[index].state == .bad
      {
        diagnoses[index].rule = session.controlRule
      }
      return DoctorReport(diagnoses: diagnoses).write(&session)
    }
    let engine = session.engine
    let diagnoses =
      [Diagnosis.program(engine, version: Session.version), .source(session), .environment(engine)]
      + Diagnosis.configuration(engine, session.environment.configuration)
      + [.store(engine), .deadlines(engine, session.environment.guardian)]
      + [await Diagnosis.authentication(session)] + Diagnosis.intents(engine)
    DoctorReport(diagnoses: diagnoses).write(&session)
  }
}
