internal import IntentCore
internal import IntentHandlers

extension Diagnosis {
  /// What a timer sees and meets, which is not what a terminal does.
  ///
  /// - Parameter own: How this very call was entered.
  package static func timer(
    _ engine: Engine, _ files: ConfigurationFiles, _ guardian: Guardian, own: Diagnosis
  ) async -> [Diagnosis] {
    var diagnoses = await surroundings(engine, own: own)
    diagnoses += configuration(engine, files) + [store(engine), deadlines(engine, guardian)]
    var isNetworkManagerWanted = false
    diagnoses += await automations(engine, &isNetworkManagerWanted)
    if let control = await control(isWanted: isNetworkManagerWanted, engine) { diagnoses.append(control) }
    return diagnoses
  }

  /// Whether timers may do all that the automations that are enabled need.
  private static func automations(
    _ engine: Engine, _ drivesNetworkManager: inout Bool
  ) async -> [Diagnosis] {
    let shelf = FoundAutomations(engine.library)
    let say = engine.text
    var diagnoses: [Diagnosis] = []
    if !shelf.faults.isEmpty { diagnoses.append(.failed("automation", "", Failure(shelf.faults))) }
    for automation in shelf.items.map(\.automation) where automation.isEnabled {
      do throws(Failure) {
        let plan = try await AutomationPlan.make(automation, logsTo: nil, engine)
        if plan.needed.driveNetworkManager { drivesNetworkManager = true }
        var diagnosis = Diagnosis(
          name: "automation", state: plan.needsWord ? .bad : .good,
          text: say(
            plan.needsWord ? "${automation} lacks permission" : "${automation} has all that it needs",
            ["automation": .string(automation.id)]))
        if plan.needsWord {
          diagnosis.plan = plan
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

  /// Whether NetworkManager will do what timers ask of it; `nil` where nothing asks it for anything.
  ///
  /// - Parameter isWanted: Whether an automation drives it.
  private static func control(isWanted: Bool, _ engine: Engine) async -> Diagnosis? {
    let isMeant = (try? engine.world.configuration().vpn.profile)?.utf8.starts(with: "nm:".utf8) ?? false
    let control = NMControl(engine.world, engine.interruption)
    guard isWanted || isMeant, control.isInstalled else { return nil }
    let say = engine.text
    var diagnosis = Diagnosis(name: "polkit", state: .good, text: "")
    guard let known = await NetworkManagerControl.look(engine) else {
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
        say("so it was when a timer last tried, ${time}", ["time": .string(engine.moment(time))]))
    case .defaults:
      diagnosis.details.append(
        say("by polkit's defaults; whether a rule says otherwise shows when a timer tries"))
    }
    if !known.isAllowed {
      diagnosis.state = .bad
      diagnosis.advice.append(
        say("to allow it: ${command}", ["command": .string(NetworkManagerControl.ruleCommand)]))
    }
    return diagnosis
  }

  /// By whom it is started, and with what.
  private static func surroundings(_ engine: Engine, own: Diagnosis) async -> [Diagnosis] {
    let say = engine.text
    do throws(Failure) {
      let surroundings = try await TimerEnvironment.look(engine)
      let source: Diagnosis
      if let scheduler = surroundings.scheduler {
        source = Diagnosis(
          name: "source", state: .good,
          text: say("timer, as ${scheduler} will start it", ["scheduler": .string(say(scheduler.words))]))
      } else {
        source = own
      }
      let path = surroundings.variables.first { $0.name == "PATH" }?.value ?? ""
      var environment = Diagnosis(
        name: "environment", state: .good, text: "PATH \(path)",
        details: surroundings.variables.filter { $0.name != "PATH" }.map { "\($0.name) \($0.value)" })
      environment.details.append(say("working directory ${path}", ["path": .string(surroundings.directory)]))
      let names = ["LANG", "LC_ALL", "LC_MESSAGES"]
      if !surroundings.variables.contains(where: { names.contains($0.name) }) {
        environment.details.append(
          say("no language is set there: answers are English unless the configuration says otherwise"))
      }
      return [source, environment]
    } catch {
      return [.failed("source", "timer", error)]
    }
  }
}
