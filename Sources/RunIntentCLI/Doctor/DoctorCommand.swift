internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentPlatform
internal import IntentRendering

enum DoctorCommand {
  static let command = Command(
    name: "doctor", usage: "doctor [--as timer]",
    summary: "Look at what runs depend on, and say what is wrong.",
    options: [
      OptionSpec("as", .value("timer"), "Look at it as what cron and systemd start sees it."),
      OptionSpec("polkit", .flag, "Print the action file for polkit instead."),
      OptionSpec("probe", .value("FOLDER"), "Try what a sandbox refuses, and print what could be done."),
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
    if let folder = options.value("probe") {
      return session.write(SandboxProbe.run(in: folder).map { $0.rawValue + "\n" }.joined())
    }
    await session.honourDeadlines(wakingGuard: false)
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
      + [await Diagnosis.authentication(session), await .sandbox(session)]
      + (await Diagnosis.doors(engine)) + Diagnosis.intents(engine)
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
    let say = Messages(text: session.text)
    let plan = plan?.text(session).utf8.split(separator: UInt8(ascii: "\n")) ?? []
    return details + plan.map { String(Substring($0)) }
      + faults.map { fault in
        guard name == "configuration", let place = fault.location else { return say.text(fault) }
        return "\(String(place.line)):\(String(place.column)): \(say.text(fault))"
      }
  }

  fileprivate func steps(_ session: Session) -> [String] {
    advice + (isFailed ? faults.flatMap(Messages(text: session.text).hints) : [])
  }
}

extension Diagnosis {
  /// By what the person can prove who they are, and how to have what is missing.
  static func authentication(_ session: Session) async -> Diagnosis {
    let means = await session.environment.authenticator.means()
    let say = session.text
    var diagnosis = Diagnosis(name: "authentication", state: .good, text: "")
    switch means.way {
    case .root: diagnosis.text = say("root needs none")
    case .polkit(let path): diagnosis.text = say("polkit, by ${path}", ["path": .string(path)])
    case .sudo(let path): diagnosis.text = say("sudo, by ${path}", ["path": .string(path)])
    case nil:
      diagnosis.state = .absent
      diagnosis.text = say("neither polkit's action nor sudo is there")
    }
    if means.pkcheck != nil, !means.isActionKnown {
      diagnosis.details.append(
        means.isActionInstalled
          ? say("polkit does not know the action of ${path}", ["path": .string(PolkitAction.path)])
          : say("polkit is there, but not its action ${id}", ["id": .string(PolkitAction.id)]))
      if !means.isActionInstalled {
        let command = "runintent doctor --polkit | sudo tee \(PolkitAction.path)"
        diagnosis.advice.append(say("to install it: ${command}", ["command": .string(command)]))
      }
    }
    return diagnosis
  }

  /// How this very call was entered, and what told.
  static func source(_ session: Session) -> Diagnosis {
    let finding = session.environment.sourceFinding()
    let say = session.text
    var details: [String] = []
    let ancestors = finding.chain.indices.dropFirst().map(finding.process)
    if !ancestors.isEmpty {
      let names = ancestors.joined(separator: ", ")
      details.append(say("started by ${processes}", ["processes": .string(names)]))
    }
    if let unit = finding.unit { details.append(say("unit ${name}", ["name": .string(unit)])) }
    return Diagnosis(
      name: "source", state: .good, text: "\(finding.source.text): \(finding.because(say))", details: details)
  }
}

extension DetectedSource {
  func process(_ index: Int) -> String { "\(chain[index].name) (\(String(chain[index].id)))" }

  /// Why it was taken for that.
  func because(_ say: Localizer) -> String {
    let process: ValueObject = ["process": .string(decisive.map(self.process) ?? "")]
    return switch reason {
    case .foreground: say("it runs in the foreground of its terminal")
    case .noProcesses: say("it has no terminal, and /proc does not tell what started it")
    case .ourselves: say("runintent itself started it, as ${process}", process)
    case .scheduler: say("${process} started it", process)
    case .login: say("it comes from a login without a terminal, by ${process}", process)
    case .background: say("it runs in the background of the terminal of ${process}", process)
    case .work: say("systemd started it as work of ${unit}", ["unit": .string(unit ?? "")])
    case .nothing: say("it has no terminal, and neither cron nor systemd started it as work")
    }
  }
}

extension Session {
  /// The rule for polkit that lets the user do it from anywhere; `nil` for one who has no plain name.
  var controlRule: String? {
    Accounts(user: world.machine.caller.user, files: world.files).plainName.map { NMControl.rule(for: $0) }
  }

  /// Says what polkit will refuse to timers, and the rule that allows it; nothing where it does not refuse.
  mutating func warnOfRefusals() async {
    guard let control = await NetworkManagerControl.look(engine), !control.isAllowed else { return }
    warn([Fault(.polkitRefuses, ["command": .text(NetworkManagerControl.ruleCommand)], severity: .warning)])
    if let controlRule, !settings.isQuiet { write(controlRule) }
  }
}
