internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import IntentPipeline
internal import IntentRendering
internal import Schedules

/// `runintent automation install`: asks once for all that the runs will need, and writes what the machine has.
enum AutomationInstall {
  static let command = Command(
    name: "automation install", usage: "automation install [ID…] [--yes]",
    summary: "Allow automations what they need, and have the machine run them.",
    options: [
      OptionSpec("scheduler", .value("systemd|crontab"), "By which; timers of systemd where there are any."),
      OptionSpec("log-to", .value("journal"), "Have the runs speak to the system's log."),
    ], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let log = try LogTarget(options)
    let chosen = try options.value("scheduler").map { word throws(Failure) in
      guard let scheduler = Scheduler(rawValue: word) else {
        throw .notAmong("--scheduler", word, Scheduler.allCases.map(\.rawValue))
      }
      return scheduler
    }
    var plans: [AutomationPlan] = []
    for automation in try automations(options.operands, &session) {
      plans.append(
        try await AutomationPlan.make(
          automation, logsTo: log == nil ? nil : "journal", session.engine))
    }
    if plans.isEmpty {
      session.tell("No automations.")
      return
    }
    let scheduler: Scheduler
    if let chosen { scheduler = chosen } else { scheduler = try await SchedulerAccess(session.engine).find() }
    try await accept(plans, isConfirmed: options.has("yes"), call.texts, &session)
    try await session.engine.install(plans.map(\.scheduled), by: scheduler)
    if !session.settings.isQuiet { say(plans, scheduler, &session) }
    if plans.contains(where: \.needed.driveNetworkManager) { await session.warnOfRefusals() }
  }

  /// The named ones; all that are enabled when none is named.
  private static func automations(
    _ ids: [String], _ session: inout Session
  ) throws(Failure) -> [Automation] {
    if ids.isEmpty {
      let shelf = FoundAutomations(session.engine.library)
      if !shelf.faults.isEmpty { throw Failure(shelf.faults) }
      return shelf.items.map(\.automation).filter(\.isEnabled)
    }
    var automations: [Automation] = []
    for id in ids where !automations.contains(where: { $0.id == id }) {
      let (automation, file) = try session.engine.library.automation(id)
      guard file.concerns.isEmpty else { throw Failure(file.concerns.map { $0.with(.error) }) }
      automations.append(automation)
    }
    return automations
  }

  private static func accept(
    _ plans: [AutomationPlan], isConfirmed: Bool, _ words: [String], _ session: inout Session
  ) async throws(Failure) {
    let open = plans.filter(\.needsWord)
    if open.isEmpty { return }
    let shown = open.map { $0.text(session) }.joined()
    if !isConfirmed {
      try session.confirm(
        shown + session.text("Allow this?"),
        intents: open.map(\.scheduled.automation.id).joined(separator: ", "),
        command: ["runintent", "automation", "install"] + words + ["--yes"])
    } else if !session.settings.isQuiet {
      session.write(shown)
    }
    try await session.authenticate(for: open.map(\.scheduled.automation.id), open.flatMap(\.capabilities))
    for plan in open { try plan.record(session.engine) }
  }

  private static func say(_ plans: [AutomationPlan], _ scheduler: Scheduler, _ session: inout Session) {
    for plan in plans {
      let next = plan.scheduled.automation.schedule.next(
        after: session.world.clock.wall(), in: plan.scheduled.times.zone)
      let time = next.map { MomentLine($0, plan.scheduled.automation, plan.scheduled.times.zone) }
      session.print(
        session.text(
          "${automation}: installed in ${scheduler}, next ${time}",
          [
            "automation": .string(plan.scheduled.automation.id),
            "scheduler": .string(session.text(scheduler.words)),
            "time": .string(time.map { "\($0.time) \($0.offset)" } ?? ""),
          ]))
    }
  }
}

extension AutomationPlan {
  /// What is to be allowed.
  func text(_ session: Session) -> String {
    let schedule = automation.schedule
    let lead = session.text(
      "${automation} runs ${intent}: ${schedule}",
      [
        "automation": .string(automation.id), "intent": .string(automation.call.intent),
        "schedule": .string((schedule.text + (schedule.zone.map { " \($0)" } ?? "")).cleaned(.line)),
      ])
    let values = automation.call.parameters.members.map {
      "  \($0.key): \($0.value.json())\n".cleaned(.block)
    }
    return lead + "\n" + values.joined() + proposals.map { $0.text(session) }.joined()
  }
}
