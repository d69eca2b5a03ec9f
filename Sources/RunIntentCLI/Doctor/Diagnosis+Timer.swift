internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentRendering

extension Diagnosis {
  /// What a timer sees and meets, which is not what a terminal does.
  static func timer(_ session: Session) async -> [Diagnosis] {
    var diagnoses = await surroundings(session)
    diagnoses += configuration(session) + [store(session), guardian(session)]
    var isNetworkManagerWanted = false
    diagnoses += await automations(session, &isNetworkManagerWanted)
    if let control = await control(isWanted: isNetworkManagerWanted, session) { diagnoses.append(control) }
    return diagnoses
  }

  /// By whom it is started, and with what.
  private static func surroundings(_ session: Session) async -> [Diagnosis] {
    let say = session.text
    do throws(Failure) {
      let surroundings = try await TimerEnvironment.look(
        session.schedulers, session.world, source: session.environment.source(),
        home: session.environment.folders.home)
      let source: Diagnosis
      if let scheduler = surroundings.scheduler {
        source = Diagnosis(
          name: "source", state: .good,
          text: say("timer, as ${scheduler} will start it", ["scheduler": .string(say(scheduler.words))]))
      } else {
        source = .source(session)
      }
      let path = surroundings.variables.first { $0.name == "PATH" }?.value ?? ""
      var environment = Diagnosis(
        name: "environment", state: .good, text: "PATH \(path)",
        details: surroundings.variables.filter { $0.name != "PATH" }.map { "\($0.name) \($0.value)" })
      environment.details.append(
        say("working directory ${path}", ["path": .string(surroundings.directory)]))
      let names = ["LANG", "LC_ALL", "LC_MESSAGES"]
      if !surroundings.variables.contains(where: { names.contains($0.name) }) {
        environment.details.append(
          say("no language is set there: answers are English unless the configuration says otherwise"))
      }
      return [source, environment]
    } catch {
      return [.failed("source", "timer", error, session)]
    }
  }

  /// Whether timers may do all that the automations that are enabled need.
  private static func automations(
    _ session: Session, _ drivesNetworkManager: inout Bool
  ) async -> [Diagnosis] {
    let shelf = AutomationShelf(session)
    let say = session.text
    var diagnoses: [Diagnosis] = []
    if !shelf.faults.isEmpty { diagnoses.append(.failed("automation", "", Failure(shelf.faults), session)) }
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
        diagnoses.append(.failed("automation", automation.id, error, session))
      }
    }
    if diagnoses.isEmpty {
      diagnoses.append(Diagnosis(name: "automation", state: .absent, text: say("No automations.")))
    }
    return diagnoses
  }
}
