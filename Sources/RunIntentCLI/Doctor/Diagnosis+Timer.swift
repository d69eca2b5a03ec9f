internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentRendering

extension Diagnosis {
  /// What a timer sees and meets, which is not what a terminal does.
  static func timer(_ session: Session) async -> [Diagnosis] {
    var diagnoses = await surroundings(session.engine, own: source(session))
    diagnoses +=
      configuration(session.engine, session.environment.configuration) + [
        store(session.engine), deadlines(session.engine, session.environment.guardian),
      ]
    var isNetworkManagerWanted = false
    diagnoses += await automations(session, &isNetworkManagerWanted)
    if let control = await control(isWanted: isNetworkManagerWanted, session) { diagnoses.append(control) }
    return diagnoses
  }

  /// Whether timers may do all that the automations that are enabled need.
  private static func automations(
    _ session: Session, _ drivesNetworkManager: inout Bool
  ) async -> [Diagnosis] {
    let shelf = FoundAutomations(session.engine.library)
    let say = session.text
    var diagnoses: [Diagnosis] = []
    if !shelf.faults.isEmpty { diagnoses.append(.failed("automation", "", Failure(shelf.faults))) }
    for automation in shelf.items.map(\.automation) where automation.isEnabled {
      do throws(Failure) {
        let plan = try await AutomationPlan.make(automation, logsTo: nil, session)
        if plan.needed.driveNetworkManager { drivesNetworkManager = true }
        var diagnosis = Diagnosis(
          name: "automation", state: plan.needsWord ? .bad : .good,
          text: say(
            plan.needsWord ? "${automation} lacks permission" : "${automation} has all that it needs",
            ["automation": .string(automation.id)]))
        if plan.needsWord {
          diagnosis.details = plan.text(session).utf8.split(separator: UInt8(ascii: "\n")).map {
            String(Substring($0))
          }
          let command = ShellWords.join(["runintent", "automation", "install", automation.id])
          diagnosis.advice = [say("to allow it: ${command}", ["command": .string(command)])]
        }
        diagnoses.append(diagnosis)
      } catch {
        diagnoses.append(.failed("automation", automation.id, error))
      }
    }
    if diagnoses.isEmpty {
      diagnoses.append(Diagnosis(name: "automation", state: .absent, text: say("No automations.")))
    }
    return diagnoses
  }
}
