internal import IntentCore
internal import IntentEngine
internal import IntentPlatform
internal import IntentRendering

/// `runintent doctor`: looks at all that runs depend on, and says what to do about what is wrong.
enum DoctorCommand {
  static let command = Command(
    name: "doctor", usage: "doctor [--as timer]",
    summary: "Look at what runs depend on, and say what is wrong.",
    options: [
      OptionSpec("as", .value("timer"), "Look at it as what cron and systemd start sees it."),
      OptionSpec("polkit", .flag, "Print the action file for polkit instead."),
      OptionSpec("polkit-rule", .flag, "Print the rule for polkit that lets timers drive NetworkManager."),
    ], .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
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
      if let index = diagnoses.firstIndex(where: { $0.name == "polkit" && $0.state == .bad }) {
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

/// Writes what was found, for people or for programs.
struct DoctorReport {
  let diagnoses: [Diagnosis]

  private var bad: Int { diagnoses.count { $0.state == .bad } }

  func write(_ session: inout Session) {
    let rows = diagnoses.map { json($0, session) }
    if !session.write("checks", rows) { writeText(&session) }
    if bad > 0 { session.outcome.status = .failed }
  }

  private func writeText(_ session: inout Session) {
    let style = session.style()
    for diagnosis in diagnoses where diagnosis.state == .bad || !session.settings.isQuiet {
      let glyph: Glyph =
        switch diagnosis.state {
        case .good: .done
        case .absent: .neutral
        case .bad: .failed
        }
      let heading = "\(session.text(diagnosis.name)): \(diagnosis.text)"
      session.write("\(glyph.text(style)) " + heading.wrapped(style, indent: 4))
      for line in diagnosis.lines(session) { session.write("    " + line.wrapped(style, indent: 4)) }
      for line in (diagnosis.rule ?? "").utf8.split(separator: UInt8(ascii: "\n")) {
        session.print("    \(Substring(line))")
      }
      let lead = style.unicode ? "    → " : "    > "
      for line in diagnosis.steps(session) { session.write(lead + line.wrapped(style, indent: 6)) }
    }
    session.tell(
      bad == 0 ? "Nothing is wrong." : bad == 1 ? "One thing needs you." : "${count} things need you.",
      ["count": .integer(bad)])
  }

  private func json(_ diagnosis: Diagnosis, _ session: Session) -> Value {
    var members: ValueObject = [
      "name": .string(diagnosis.name), "state": .string(diagnosis.state.rawValue),
      "text": .string(diagnosis.text), "details": Value(diagnosis.lines(session)),
      "advice": Value(diagnosis.steps(session)),
    ]
    members["rule"] = diagnosis.rule.map { .string($0) }
    return .object(members)
  }
}

extension Diagnosis {
  /// What was seen, a line each, in the language of the caller.
  fileprivate func lines(_ session: Session) -> [String] {
    let plan = plan?.text(session).utf8.split(separator: UInt8(ascii: "\n")) ?? []
    return details + plan.map { String(Substring($0)) }
      + faults.map { fault in
        guard name == "configuration", let place = fault.location else { return session.message(fault) }
        return "\(String(place.line)):\(String(place.column)): \(session.message(fault))"
      }
  }

  fileprivate func steps(_ session: Session) -> [String] {
    advice + (isFailed ? faults.flatMap(session.hints) : [])
  }
}

extension Session {
  /// A fault in one line, without its place.
  func message(_ fault: Fault) -> String { Messages(text: text).text(fault) }

  func hints(_ fault: Fault) -> [String] { Messages(text: text).hints(fault) }
}
