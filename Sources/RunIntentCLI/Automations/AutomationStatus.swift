internal import IntentCore
internal import IntentEngine
internal import IntentRendering
internal import Schedules

/// `runintent automation status`: how automations have been doing.
enum AutomationStatus {
  static let command = Command(
    name: "automation status", usage: "automation status [ID]",
    summary: "Show the last and the next run, failures in a row and missed runs.", options: [], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    var items: [FoundAutomations.Item] = []
    var faults: [Fault] = []
    if options.operands.isEmpty {
      let shelf = FoundAutomations(session.engine.library)
      (items, faults) = (shelf.items, shelf.faults)
    } else {
      let (automation, _) = try session.engine.library.automation(try command.operand(options, named: "ID"))
      items = [
        FoundAutomations.Item(
          automation: automation, zone: session.engine.library.rules(of: automation.schedule))
      ]
    }
    let installed = try await InstalledAutomations(session.engine)
    var histories: [AutomationHistory] = []
    for item in items { histories.append(try AutomationHistory(item, installed, session.world)) }
    let own = session
    if !session.write("automations", histories.map { $0.json(own) }) {
      if histories.isEmpty, faults.isEmpty { session.print(session.text("No automations.")) }
      for history in histories { session.write(history.text(session)) }
    }
    if !faults.isEmpty { session.report(Failure(faults)) }
  }
}

extension AutomationHistory {
  func text(_ session: Session) -> String {
    let say = session.text
    var fields: [(String, String)] = [
      (say("Runs"), automation.call.intent),
      (say("Schedule"), automation.schedule.text + (automation.schedule.zone.map { " \($0)" } ?? "")),
      (
        say("Installed"),
        automation.isEnabled ? say(scheduler?.words ?? "no") : say("disabled")
      ),
    ]
    if let last {
      let code = last.code.map { " (\($0))" } ?? ""
      fields.append((say("Last"), "\(line(Occurrence(at: last.at))), \(say(last.state.rawValue))\(code)"))
    } else {
      fields.append((say("Last"), say("never")))
    }
    if let next { fields.append((say("Next"), line(next))) }
    fields.append((say("Failures in a row"), String(failures)))
    fields.append((say("Missed"), missed == Self.most ? "\(Self.most)+" : String(missed)))
    var columns = Columns([.init(), .init(isShrinkable: true)], style: session.style(), indent: 2)
    for (label, text) in fields { columns.append([label, text]) }
    return "\(automation.id.cleaned(.line))\n\(columns.text)"
  }

  private func line(_ occurrence: Occurrence) -> String {
    let line = MomentLine(occurrence, automation, item.zone)
    return "\(line.time) \(line.offset)"
  }

  func json(_ session: Session) -> Value {
    .object([
      "id": .string(automation.id), "path": .string(automation.path),
      "intent": .string(automation.call.intent), "enabled": .boolean(automation.isEnabled),
      "installed": scheduler.map { .string($0.rawValue) } ?? .null,
      "last": last.map { last in
        .object([
          "at": .string(last.at.rfc3339), "startedAt": .string(last.startedAt.rfc3339),
          "state": .string(last.state.rawValue), "exitCode": .integer(Int(last.exitCode)),
          "code": last.code.map { .string($0) } ?? .null, "run": last.run.map { .integer($0) } ?? .null,
        ])
      } ?? .null,
      "next": next.map { .string($0.at.rfc3339) } ?? .null, "failuresInARow": .integer(failures),
      "missed": .integer(missed),
    ])
  }
}
