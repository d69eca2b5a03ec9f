internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentRendering
internal import Schedules

enum AutomationCommand {
  static let command = Command(
    name: "automation", usage: "automation add|list|next|check|install|status|run|remove [ID] [OPTIONS]",
    summary: "Run intents at times: write, check, install and watch automations.",
    .verbs([
      AutomationAdd.command, AutomationList.command, AutomationNext.command, AutomationCheck.command,
      AutomationInstall.command, AutomationStatus.command, AutomationRun.command, AutomationRemove.command,
    ]))
}

enum AutomationCheck {
  static let command = Command(
    name: "automation check", usage: "automation check [ID…]",
    summary: "Find everything that is wrong with automations.", operands: .any,
    options: [OptionSpec("strict", .flag, "Warnings count as errors.")], completion: .automations,
    .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let report = DefinitionChecks.report(onAutomations: options.operands, session.library)
    report.write(isStrict: options.has("strict"), &session)
  }
}

/// `runintent automation remove`: takes out of the machine what `install` wrote, and what it allowed the automation.
enum AutomationRemove {
  static let command = Command(
    name: "automation remove", usage: "automation remove ID… [--delete]",
    summary: "Have the machine run an automation no more; its file stays.", operands: .some("ID"),
    options: [OptionSpec("delete", .flag, "Delete its file too.")], completion: .automations, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    for id in options.operands where !Names.isIdentifier(id) {
      throw Failure(.automationUnknown, ["name": .text(id)])
    }
    let present = try await session.engine.uninstall(options.operands)
    for id in options.operands {
      let path = (try? session.library.automations.find(id))?.path
      if let path { _ = try session.world.store.removeTrust(of: path) }
      let wasThere = present.contains(id)
      if !wasThere, path == nil { throw Failure(.automationUnknown, ["name": .text(id)]) }
      if options.has("delete"), let path { _ = try session.environment.installer.remove(path) }
      session.note(id, session.text(wasThere ? "no longer installed" : "was not installed"))
    }
  }
}

enum AutomationList {
  static let command = Command(
    name: "automation list", summary: "List automations.", completion: .automations,
    .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let found = FoundAutomations(session.library)
    let now = session.world.clock.wall()
    if session.settings.output == .json {
      let rows = found.items.map { $0.json(now) }
      session.write(json: ["automations": .array(rows), "faults": session.json(found.faults)])
    } else if !session.write("automations", found.items.map { $0.json(now) }) {
      if found.items.isEmpty, found.faults.isEmpty { session.print(session.text("No automations.")) }
      var columns = Columns(plain: 4, style: session.style())
      for item in found.items {
        let automation = item.automation
        let next = automation.isEnabled ? item.next(now)?.time ?? "" : session.text("disabled")
        columns.append([automation.id, automation.call.intent, next, automation.schedule.textWithZone])
      }
      session.write(columns)
    }
    if !found.faults.isEmpty { session.report(Failure(found.faults)) }
  }
}

extension FoundAutomations.Item {
  fileprivate func next(_ now: WallTime) -> MomentLine? {
    automation.schedule.next(after: now, in: zone).map { MomentLine($0, automation, zone) }
  }

  fileprivate func json(_ now: WallTime) -> Value {
    .object([
      "id": .string(automation.id), "path": .string(automation.path), "title": Value(automation.title),
      "enabled": .boolean(automation.isEnabled), "schedule": .string(automation.schedule.text),
      "zone": Value(automation.schedule.zone), "intent": .string(automation.call.intent),
      "parameters": .object(automation.call.parameters),
      "next": Value(automation.isEnabled ? next(now)?.occurrence.at : nil),
    ])
  }
}
