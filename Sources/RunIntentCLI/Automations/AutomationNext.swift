internal import IntentCore
internal import IntentEngine
internal import IntentRendering
internal import Schedules

/// `runintent automation next`: when automations are due, with what changes of the clocks do.
enum AutomationNext {
  static let command = Command(
    name: "automation next", usage: "automation next [ID] [-n N]",
    summary: "Show when an automation is due next, or every one.",
    options: [OptionSpec("count", short: "n", .value("N"), "So many moments (1, or 5 of one automation).")],
    run: run)

  private static let most = 10_000

  static func run(_ call: Invocation, _ session: inout Session) async throws(Failure) {
    let options = try command.parse(call, &session)
    let count = try options.value("count").map { text throws(Failure) in try number(text) }
    guard !options.operands.isEmpty else { return all(count ?? 1, &session) }
    let (automation, _) = try session.engine.library.automation(try command.operand(options, named: "ID"))
    let zone = session.engine.library.rules(of: automation.schedule)
    show(lines(automation, zone, count ?? 5, session), namesEach: false, &session)
    if !automation.isEnabled, !session.settings.isQuiet, session.settings.output == .text {
      session.print(session.text("It is disabled: nothing is run."))
    }
  }

  private static func number(_ text: String) throws(Failure) -> Int {
    guard let count = Int(text), (1...most).contains(count), text.utf8.first != UInt8(ascii: "+") else {
      throw Failure(
        .valueType, ["name": "-n", "value": .text(text), "expected": "a whole number from 1 to 10000"])
    }
    return count
  }

  private static func lines(
    _ automation: Automation, _ zone: ZoneRules, _ count: Int, _ session: Session
  ) -> [(id: String, line: MomentLine)] {
    var lines: [(id: String, line: MomentLine)] = []
    var at = session.world.clock.wall()
    while lines.count < count, let next = automation.schedule.next(after: at, in: zone) {
      lines.append((automation.id, MomentLine(next, automation, zone)))
      at = next.at
    }
    return lines
  }

  private static func all(_ count: Int, _ session: inout Session) {
    let shelf = FoundAutomations(session.engine.library)
    var found: [(id: String, line: MomentLine)] = []
    found.reserveCapacity(shelf.items.count * count)
    for item in shelf.items where item.automation.isEnabled {
      found += lines(item.automation, item.zone, count, session)
    }
    found.sort { ($0.line.occurrence.at, $0.id) < ($1.line.occurrence.at, $1.id) }
    show(found, namesEach: true, &session)
    if !shelf.faults.isEmpty { session.report(Failure(shelf.faults)) }
  }

  private static func show(
    _ lines: [(id: String, line: MomentLine)], namesEach: Bool, _ session: inout Session
  ) {
    if !session.write("next", lines.map { $0.line.json($0.id) }) {
      var columns = Columns(plain: namesEach ? 4 : 3, style: session.style())
      columns.reserve(rows: lines.count)
      for (id, line) in lines {
        let cells = [line.time, line.offset, line.note(session.text)]
        columns.append(namesEach ? [line.time, line.offset, id, cells[2]] : cells)
      }
      session.write(columns)
    }
  }
}
