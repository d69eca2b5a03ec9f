internal import IntentCore
internal import IntentEngine
internal import IntentRendering

/// `runintent automation status`: how automations have been doing.
enum AutomationStatus {
  static let command = Command(
    name: "automation status", usage: "automation status [ID]",
    summary: "Show the last and the next run, failures in a row and missed runs.", options: [], run: run)

  @Sendable
  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    var items: [AutomationShelf.Item] = []
    var faults: [Fault] = []
    if options.operands.isEmpty {
      let shelf = AutomationShelf(session)
      (items, faults) = (shelf.items, shelf.faults)
    } else {
      let (automation, _) = try session.automation(try command.operand(options, named: "ID"))
      items = [AutomationShelf.Item(automation: automation, zone: session.rules(of: automation.schedule))]
    }
    let installed = try await Installed.read(session)
    var histories: [AutomationHistory] = []
    for item in items { histories.append(try AutomationHistory(item, installed, session)) }
    switch session.settings.output {
    case .json:
      session.write(
        json: .object(["schemaVersion": 1, "automations": .array(histories.map { $0.json(session) })]))
    case .jsonl:
      for history in histories { session.write(json: history.json(session)) }
    default:
      if histories.isEmpty, faults.isEmpty { session.print(session.text("No automations.")) }
      for history in histories { session.write(history.text(session)) }
    }
    if !faults.isEmpty { session.report(Failure(faults)) }
  }
}

/// Which automations the machine has been told of.
struct Installed {
  var units: (String) -> Bool
  var lines: [String]

  static func read(_ session: Session) async throws(Failure) -> Installed {
    let access = session.schedulers
    var lines: [String] = []
    if access.path(of: "crontab") != nil {
      lines = try CrontabText(try await access.crontab()).entries.map(\.id)
    }
    let (folder, read) = (access.unitFolder, session.environment.installer.read)
    return Installed(
      units: { id in folder.map { read(UnitFiles(id: id, folder: $0).timerPath) != nil } ?? false },
      lines: lines)
  }

  func scheduler(of id: String) -> Scheduler? { units(id) ? .systemd : lines.contains(id) ? .crontab : nil }
}
