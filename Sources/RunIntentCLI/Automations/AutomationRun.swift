internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import Schedules

/// `runintent automation run`: runs an automation now, or, as schedulers call it, the moment that is due, once.
enum AutomationRun {
  static let command = Command(
    name: "automation run", usage: "automation run ID [--due] [--log-to journal]",
    summary: "Run an automation now, or as schedulers do.", operands: .any,
    options: [
      OptionSpec("due", .flag, "Only what the schedule has due, each moment once; as from a timer."),
      OptionSpec("log-to", .value("journal"), "Say what there is to say to the system's log."),
    ], completion: .automations, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    let log = try LogTarget(options)
    do throws(Failure) {
      try await perform(options, &session)
    } catch {
      guard log != nil else { throw error }
      session.report(error)
    }
    await log?.take(&session, tag: options.operands.first ?? "")
  }

  private static func perform(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    try command.check(options, .one("ID"))
    let (automation, file) = try session.library.automation(options.operand)
    let terms = try RunTerms(options, session)
    guard file.concerns.isEmpty else { throw Failure(file.concerns.map { $0.with(.error) }) }
    let turn = AutomationTurn(automation, on: terms, session.engine, through: TerminalDoor(session: session))
    guard options.has("due") || terms.source == .timer else {
      return try await answer(await turn.report(of: automation.call), nil, turn, &session)
    }
    switch try await turn.take() {
    case .disabled: note("It is disabled: nothing is run.", automation, &session)
    case .nothingDue: note("Nothing is due.", automation, &session)
    case .taken: note("This moment was run already.", automation, &session)
    case .unmet: note("Its condition does not hold.", automation, &session)
    case .ran(let due, let report): try await answer(report, due, turn, &session)
    }
  }

  /// A remark on standard error, unless quiet is wanted.
  private static func note(_ text: String, _ automation: Automation, _ session: inout Session) {
    if session.settings.isQuiet { return }
    session.writeError("runintent: \(automation.id): \(session.text(text))\n")
  }

  private static func answer(
    _ report: RunReport, _ due: Occurrence?, _ turn: AutomationTurn, _ session: inout Session
  ) async throws(Failure) {
    let hasFailed = report.status != .done
    if hasFailed, session.settings.output == .text, let due {
      let line = MomentLine(due, turn.automation, session.library.rules(of: turn.automation.schedule))
      let text = session.text(
        "${automation}, due ${time}, failed (status ${status})",
        [
          "automation": .string(turn.automation.id), "time": .string(line.text),
          "status": .integer(Int(report.status.code)),
        ])
      session.writeError("runintent: \(text)\n")
    }
    session.answer(report)
    guard hasFailed, let next = turn.automation.onFailure else { return }
    let status = session.outcome.status
    let second = await turn.report(of: next)
    if second.status != .done { session.answer(second) }
    session.outcome.status = status
  }
}

/// Where `--log-to` sends what would be written to the standard streams: logger(1), which reaches journald and every
/// syslog alike.
struct LogTarget {
  init?(_ options: ParsedOptions) throws(Failure) {
    guard let word = options.value("log-to") else { return nil }
    guard word == "journal" else { throw .notAmong("--log-to", word, ["journal"]) }
  }

  /// Hands what was written on; when the log does not take it, it stays where it was.
  func take(_ session: inout Session, tag: String) async {
    let written = session.outcome.output + session.outcome.errors
    if written.isEmpty { return }
    let level = session.outcome.status == .done ? "user.info" : "user.err"
    let words = ["--socket-errors=on", "--priority", level, "--tag", "runintent/\(tag)"]
    do throws(Failure) {
      let outcome = try await SchedulerAccess(session.engine).run("logger", words, input: written)
      guard outcome.exit == .status(0) else {
        let said = String(decoding: outcome.errors.prefix { $0 != 0x0A }, as: UTF8.self)
        throw Failure(.schedulerFailed, ["program": "logger", "reason": .text(said)])
      }
      (session.outcome.output, session.outcome.errors) = ([], [])
    } catch {
      // Even `--quiet` does not hide that the log cannot be reached.
      let isQuiet = session.settings.isQuiet
      session.settings.isQuiet = false
      session.warn(error.asWarnings)
      session.settings.isQuiet = isQuiet
    }
  }
}
