internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentPlatform

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
      name: "source", state: .good, text: "\(finding.source.text): \(finding.because(say))",
      details: details)
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
