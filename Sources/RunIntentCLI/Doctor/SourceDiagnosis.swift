internal import IntentCore
internal import IntentEngine
internal import IntentPlatform

extension Diagnosis {
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
