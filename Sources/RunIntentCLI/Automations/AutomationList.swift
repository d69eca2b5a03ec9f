internal import IntentCore
internal import IntentEngine
internal import IntentRendering
internal import Schedules

/// `runintent automation list`: every automation, when it is due, and what it runs.
enum AutomationList {
  static let command = Command(
    name: "automation list", usage: "automation list", summary: "List automations.", options: [], run: run)

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    try command.takeNone(options)
    let shelf = FoundAutomations(session.engine.library)
    let now = session.world.clock.wall()
    if session.settings.isJSON {
      let rows = shelf.items.map { json($0, now) }
      if session.settings.output == .jsonl {
        for row in rows { session.write(json: row) }
      } else {
        session.write(
          json: .object([
            "schemaVersion": 1, "automations": .array(rows), "faults": session.faults(shelf.faults),
          ]))
      }
    } else if shelf.items.isEmpty, shelf.faults.isEmpty {
      session.print(session.text("No automations."))
    } else {
      var columns = Columns(plain: 4, style: session.style())
      for item in shelf.items {
        let automation = item.automation
        let schedule = automation.schedule
        var next = session.text("disabled")
        if automation.isEnabled {
          next =
            schedule.next(after: now, in: item.zone).map { MomentLine($0, automation, item.zone).time } ?? ""
        }
        columns.append([
          automation.id, automation.call.intent, next,
          schedule.text + (schedule.zone.map { " \($0)" } ?? ""),
        ])
      }
      session.write(columns)
    }
    if !shelf.faults.isEmpty { session.report(Failure(shelf.faults)) }
  }

  private static func json(_ item: FoundAutomations.Item, _ now: WallTime) -> Value {
    let automation = item.automation
    let next = automation.isEnabled ? automation.schedule.next(after: now, in: item.zone) : nil
    return .object([
      "id": .string(automation.id), "path": .string(automation.path),
      "title": automation.title.map { .string($0) } ?? .null, "enabled": .boolean(automation.isEnabled),
      "schedule": .string(automation.schedule.text),
      "zone": automation.schedule.zone.map { .string($0) } ?? .null,
      "intent": .string(automation.call.intent), "parameters": .object(automation.call.parameters),
      "next": next.map { .string($0.at.rfc3339) } ?? .null,
    ])
  }
}
