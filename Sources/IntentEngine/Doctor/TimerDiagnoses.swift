package import IntentCore
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
  private static func automations(_ engine: Engine, _ drivesNetworkManager: inout Bool) async -> [Diagnosis] {
    let found = FoundAutomations(engine.library)
    let say = engine.text
    var diagnoses: [Diagnosis] = []
    if !found.faults.isEmpty { diagnoses.append(.failed("automation", "", Failure(found.faults))) }
    for automation in found.items.map(\.automation) where automation.isEnabled {
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
      var source = own
      if let scheduler = surroundings.scheduler {
        source.text = say(
          "timer, as ${scheduler} will start it", ["scheduler": .string(say(scheduler.words))])
        source.details = []
      }
      var environment = environment(surroundings.variables)
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

/// Whether timers, and logins over ssh, may have NetworkManager connect and disconnect, as far as that shows before
/// they try.
package struct NetworkManagerControl {
  /// How it is known, the surest first.
  package enum Basis {
    case root
    /// This is a timer, and NetworkManager was asked.
    case asked
    /// What a timer met when it last tried.
    case tried(WallTime)
    /// Polkit's defaults, which rules that only polkit may read can change.
    case defaults
  }

  package var isAllowed: Bool
  package var basis: Basis

  /// The command that puts polkit's rule that allows it in its place.
  package static let ruleCommand = "runintent doctor --polkit-rule | sudo tee \(NMControl.rulePath)"

  private static let depth = 200

  /// `nil` where nothing tells.
  package static func look(_ engine: Engine) async -> NetworkManagerControl? {
    if engine.world.machine.caller.user == 0 { return NetworkManagerControl(isAllowed: true, basis: .root) }
    let control = NMControl(engine.world, engine.interruption)
    if engine.source() == .timer, let isAllowed = await control.isAllowedHere() {
      return NetworkManagerControl(isAllowed: isAllowed, basis: .asked)
    }
    if let tried = lastTry(engine.world.store) { return tried }
    return await control.isAllowedByDefault().map { NetworkManagerControl(isAllowed: $0, basis: .defaults) }
  }

  /// The last run of a timer that moved a connection of NetworkManager, or was not let.
  private static func lastTry(_ store: any StateStore) -> NetworkManagerControl? {
    let query = JournalQuery(limit: depth, states: [.finished, .failed])
    for row in (try? store.runs(query)) ?? [] where row.start.source == .timer {
      guard let end = row.end else { continue }
      if end.code == FaultCode.vpnNotAllowed.id {
        return NetworkManagerControl(isAllowed: false, basis: .tried(end.at))
      }
      let isNetworkManagers = end.effect?.resource.utf8.starts(with: "vpn:nm:".utf8) ?? false
      if row.state == .finished, isNetworkManagers {
        return NetworkManagerControl(isAllowed: true, basis: .tried(end.at))
      }
    }
    return nil
  }
}
