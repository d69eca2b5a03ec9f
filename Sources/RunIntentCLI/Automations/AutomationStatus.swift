internal import IntentCore
internal import IntentEngine
internal import IntentRendering
internal import Schedules

enum AutomationStatus {
  static let command = Command(
    name: "automation status", usage: "automation status [ID]",
    summary: "Show the last and the next run, failures in a row and missed runs.", operands: .optional,
    completion: .automations, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    var items: [FoundAutomations.Item] = []
    var faults: [Fault] = []
    if let id = options.operands.first {
      let (automation, _) = try session.library.automation(id)
      let zone = session.library.rules(of: automation.schedule)
      items = [FoundAutomations.Item(automation: automation, zone: zone)]
    } else {
      let found = FoundAutomations(session.library)
      (items, faults) = (found.items, found.faults)
    }
    let installed = try await InstalledAutomations(session.engine)
    var histories: [AutomationHistory] = []
    for item in items { histories.append(try AutomationHistory(item, installed, session.world)) }
    if !session.write("automations", histories.map(\.json)) {
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
      (say("Runs"), automation.call.intent), (say("Schedule"), automation.schedule.textWithZone),
      (
        say("Installed"),
        automation.isEnabled
          ? say(scheduler?.words ?? (knowsScheduler ? "no" : "not known")) : say("disabled")
      ),
    ]
    let end = last.map { last in
      "\(line(Occurrence(at: last.at))), \(say(last.state.rawValue))\(last.code.map { " (\($0))" } ?? "")"
    }
    fields.append((say("Last"), end ?? say("never")))
    if let next { fields.append((say("Next"), line(next))) }
    fields.append((say("Failures in a row"), String(failures)))
    fields.append((say("Missed"), missed == Self.most ? "\(Self.most)+" : String(missed)))
    var columns = Columns([.init(), .init(isShrinkable: true)], style: session.style(), indent: 2)
    for (label, text) in fields { columns.append([label, text]) }
    return "\(automation.id.cleaned(.line))\n\(columns.text)"
  }

  private func line(_ occurrence: Occurrence) -> String { MomentLine(occurrence, automation, item.zone).text }

  var json: Value {
    .object([
      "id": .string(automation.id), "path": .string(automation.path),
      "intent": .string(automation.call.intent), "enabled": .boolean(automation.isEnabled),
      "installed": Value(scheduler?.rawValue),
      "last": last.map { last in
        .object([
          "at": .string(last.at.rfc3339), "startedAt": .string(last.startedAt.rfc3339),
          "state": .string(last.state.rawValue), "exitCode": .integer(Int(last.exitCode)),
          "code": Value(last.code), "run": Value(last.run),
        ])
      } ?? .null,
      "next": Value(next?.at), "failuresInARow": .integer(failures),
      "missed": .integer(missed),
    ])
  }
}
