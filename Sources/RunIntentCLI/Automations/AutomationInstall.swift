internal import IntentCore
internal import IntentEngine
internal import IntentHandlers
internal import Schedules

/// `runintent automation install`: asks once for all that the runs will need, and writes what the machine has.
enum AutomationInstall {
  static let command = Command(
    name: "automation install", usage: "automation install [ID…] [--yes]",
    summary: "Allow automations what they need, and have the machine run them.", operands: .any,
    options: [
      OptionSpec("scheduler", .value("systemd|crontab"), "By which; timers of systemd where there are any."),
      OptionSpec("log-to", .value("journal"), "Have the runs speak to the system's log."),
    ], completion: .automations, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let log = try LogTarget(options)
    let chosen = try options.choice("scheduler", Scheduler.self)
    var plans: [AutomationPlan] = []
    for automation in try automations(options.operands, &session) {
      plans.append(
        try await AutomationPlan.make(automation, logsTo: log == nil ? nil : "journal", session.engine))
    }
    if plans.isEmpty { return session.tell("No automations.") }
    let scheduler: Scheduler
    if let chosen { scheduler = chosen } else { scheduler = try await SchedulerAccess(session.engine).find() }
    try await accept(plans, options, &session)
    try await session.engine.install(plans.map(\.scheduled), by: scheduler)
    say(plans, scheduler, &session)
    if plans.contains(where: \.needed.driveNetworkManager) { await session.warnOfRefusals() }
  }

  /// The named ones; all that are enabled when none is named.
  private static func automations(_ ids: [String], _ session: inout Session) throws(Failure) -> [Automation] {
    if ids.isEmpty {
      let found = FoundAutomations(session.library)
      if !found.faults.isEmpty { throw Failure(found.faults) }
      return found.items.map(\.automation).filter(\.isEnabled)
    }
    var automations: [Automation] = []
    for id in ids where !automations.contains(where: { $0.id == id }) {
      let (automation, file) = try session.library.automation(id)
      guard file.concerns.isEmpty else { throw Failure(file.concerns.map { $0.with(.error) }) }
      automations.append(automation)
    }
    return automations
  }

  private static func accept(
    _ plans: [AutomationPlan], _ options: ParsedOptions, _ session: inout Session
  ) async throws(Failure) {
    let open = plans.filter(\.needsWord)
    if open.isEmpty { return }
    let shown = open.map { $0.text(session) }.joined()
    let ids = open.map(\.scheduled.automation.id)
    try session.confirm(
      shown, "Allow this?", intents: ids.joined(separator: ", "), command: command.confirmed(options),
      unless: options.has("yes"))
    if options.has("yes"), !session.settings.isQuiet { session.write(shown) }
    try await session.authenticate(for: ids, open.flatMap(\.capabilities))
    for plan in open { try plan.record(session.engine) }
  }

  private static func say(_ plans: [AutomationPlan], _ scheduler: Scheduler, _ session: inout Session) {
    for plan in plans {
      let (automation, zone) = (plan.scheduled.automation, plan.scheduled.times.zone)
      let next = automation.schedule.next(after: session.world.clock.wall(), in: zone)
      session.tell(
        "${automation}: installed in ${scheduler}, next ${time}",
        [
          "automation": .string(automation.id), "scheduler": .string(session.text(scheduler.words)),
          "time": .string(next.map { MomentLine($0, automation, zone).text } ?? ""),
        ])
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
        "schedule": .string(schedule.textWithZone.cleaned(.line)),
      ])
    let values = automation.call.parameters.members.map {
      "  \($0.key): \($0.value.json())\n".cleaned(.block)
    }
    return lead + "\n" + values.joined() + proposals.map { $0.text(session) }.joined()
  }
}
