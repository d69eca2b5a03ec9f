internal import IntentCore
internal import IntentEngine
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
}
