internal import IntentCore
internal import IntentEngine
internal import IntentHandlers

extension Diagnosis {
  /// Whether NetworkManager will do what timers ask of it; `nil` where nothing asks it for anything.
  ///
  /// - Parameter isWanted: Whether an automation drives it.
  static func control(isWanted: Bool, _ session: Session) async -> Diagnosis? {
    let isMeant =
      (try? session.world.configuration().vpn.profile)?.utf8.starts(with: "nm:".utf8) ?? false
    let control = NMControl(session.world, session.environment.interruption)
    guard isWanted || isMeant, control.isInstalled else { return nil }
    let say = session.text
    var diagnosis = Diagnosis(name: "polkit", state: .good, text: "")
    guard let known = await NetworkManagerControl.look(session.engine) else {
      diagnosis.state = .absent
      diagnosis.text = say("it is not known whether timers may use NetworkManager: polkit does not tell")
      return diagnosis
    }
    diagnosis.text =
      known.isAllowed
      ? say("timers may connect and disconnect with NetworkManager")
      : say("timers may not connect and disconnect with NetworkManager, nor may logins over ssh")
    switch known.basis {
    case .root: diagnosis.details.append(say("root is never refused"))
    case .asked: diagnosis.details.append(say("NetworkManager says so to this very timer"))
    case .tried(let time):
      diagnosis.details.append(
        say("so it was when a timer last tried, ${time}", ["time": .string(session.moment(time))]))
    case .defaults:
      diagnosis.details.append(
        say("by polkit's defaults; whether a rule says otherwise shows when a timer tries"))
    }
    if !known.isAllowed {
      diagnosis.state = .bad
      diagnosis.advice.append(
        say("to allow it: ${command}", ["command": .string(Session.controlCommand)]))
      diagnosis.rule = session.controlRule
    }
    return diagnosis
  }
}
