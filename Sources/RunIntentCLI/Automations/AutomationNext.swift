internal import IntentCore
internal import IntentEngine
internal import IntentRendering
internal import Schedules

enum AutomationNext {
  static let command = Command(
    name: "automation next", usage: "automation next [ID] [-n N]",
    summary: "Show when an automation is due next, or every one.", operands: .optional,
    options: [OptionSpec("count", short: "n", .value("N"), "So many moments (1, or 5 of one automation).")],
    completion: .automations, .options(run))

  private static let most = 10_000

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let count = try options.value("count").map { text throws(Failure) in try number(text) }
    guard let id = options.operands.first else { return all(count ?? 1, &session) }
    let (automation, _) = try session.library.automation(id)
    let zone = session.library.rules(of: automation.schedule)
    show(lines(automation, zone, count ?? 5, session), namesEach: false, &session)
    if !automation.isEnabled, session.settings.output == .text {
      session.tell("It is disabled: nothing is run.")
    }
  }

  private static func number(_ text: String) throws(Failure) -> Int {
    guard let count = Int(text), (1...most).contains(count), text.utf8.first != UInt8(ascii: "+") else {
      throw .badValue(text, of: "-n", "a whole number from 1 to 10000")
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
    let found = FoundAutomations(session.library)
    var moments = found.items.filter(\.automation.isEnabled).flatMap {
      lines($0.automation, $0.zone, count, session)
    }
    moments.sort { ($0.line.occurrence.at, $0.id) < ($1.line.occurrence.at, $1.id) }
    show(moments, namesEach: true, &session)
    if !found.faults.isEmpty { session.report(Failure(found.faults)) }
  }

  private static func show(
    _ lines: [(id: String, line: MomentLine)], namesEach: Bool, _ session: inout Session
  ) {
    if session.write("next", lines.map { $0.line.json($0.id) }) { return }
    var columns = Columns(plain: namesEach ? 4 : 3, style: session.style())
    for (id, line) in lines {
      columns.append([line.time, line.offset] + (namesEach ? [id] : []) + [line.note(session.text)])
    }
    session.write(columns)
  }
}
