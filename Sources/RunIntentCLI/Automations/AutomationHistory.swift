internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// What the store knows of an automation's runs.
struct AutomationHistory {
  /// More missed moments are not counted.
  private static let most = 1000

  private let item: AutomationShelf.Item
  private let scheduler: Scheduler?
  private let last: InstantRecord?
  private let failures: Int
  private let missed: Int
  private let next: Occurrence?

  private var automation: Automation { item.automation }

  init(_ item: AutomationShelf.Item, _ installed: Installed, _ session: Session) throws(Failure) {
    let automation = item.automation
    let store = session.world.store
    let records = try store.instants(of: automation.path, limit: Self.most)
    let now = session.world.clock.wall()
    self.item = item
    scheduler = installed.scheduler(of: automation.id)
    last = records.first
    failures = records.failuresInARow
    next = automation.isEnabled ? automation.schedule.next(after: now, in: item.zone) : nil
    var since = records.last?.at
    // What was missed before the first that was taken on counts too, from when it was installed.
    if records.count < Self.most, let installed = try store.standing(of: automation.path).trust?.recordedAt {
      since = since.map { min($0, installed) } ?? installed
    }
    missed = since.map { Self.missed(since: $0, records, item, now) } ?? 0
  }

  /// The moments since another that nobody took on, those aside that still may be.
  private static func missed(
    since start: WallTime, _ records: [InstantRecord], _ item: AutomationShelf.Item, _ now: WallTime
  ) -> Int {
    let known = Set(records.map(\.at))
    let end = now + .seconds(-300)
    var at = start
    var missed = 0
    while missed < most, let next = item.automation.schedule.next(after: at, in: item.zone), next.at <= end {
      if !known.contains(next.at) { missed += 1 }
      at = next.at
    }
    return missed
  }

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

extension [InstantRecord] {
  /// How many of the latest failed, one after the other.
  var failuresInARow: Int {
    filter { $0.state != .unmet && $0.state != .running }.prefix { $0.state != .done }.count
  }
}
