internal import IntentCore
internal import IntentEngine
internal import IntentRendering

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
      // That the log is not to be reached is said to whoever asked for quiet, too.
      let isQuiet = session.settings.isQuiet
      session.settings.isQuiet = false
      session.warn(error.asWarnings)
      session.settings.isQuiet = isQuiet
    }
  }
}
