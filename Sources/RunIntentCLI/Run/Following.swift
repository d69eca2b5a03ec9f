internal import IntentCore
internal import IntentEngine
internal import IntentLoading
internal import IntentPipeline
internal import IntentRendering

/// `--follow`: the answer of a run, and then one for every change until interrupted.
enum Following {
  static func run(_ call: IntentCall, _ terms: RunTerms, _ session: inout Session) async throws(Failure) {
    let live = session.environment.live
    let answer = FollowedAnswer(session, call.definition.id)
    var engine = session.engine
    var shown = session
    let end = try await engine.follow(
      call, on: terms, through: TerminalDoor(session: session),
      start: { report throws(Failure) in
        shown.answer(report)
        guard case .answered(let first) = report.outcome, !first.isFailure else { return }
        let outcome = shown.outcome
        (shown.outcome.output, shown.outcome.errors) = ([], [])
        try live.write(outcome.output, outcome.errors)
      }, interruption: live.interruption,
      each: { result throws(Failure) in try live.write(answer.bytes(result), []) })
    session = shown
    guard let end else { return }
    session.outcome.status = end.status
    // Whoever interrupts it, or reads no further, has seen enough.
    if end.faults.first?.code != .interrupted { session.report(end) }
  }
}

/// An answer among others that come one after another: a line of its own.
struct FollowedAnswer: Sendable {
  let intent: String
  private let format: OutputFormat
  private let style: Style
  private let isTerminal: Bool
  private let clock: World.Clock
  private let text: Localizer

  init(_ session: Session, _ intent: String) {
    self.intent = intent
    format = session.settings.output
    style = session.style()
    isTerminal = session.environment.streams.outputIsTerminal
    clock = session.world.clock
    text = session.text
  }

  func bytes(_ result: IntentResult) -> [UInt8] {
    var bytes: [UInt8] = []
    switch format {
    case .text:
      bytes += "\(DateText.clock(clock.local(clock.wall()))) ".utf8
      bytes += ResultRenderer(style: style, text: text).line(result).utf8
      bytes.append(UInt8(ascii: "\n"))
    case .json, .jsonl:
      let status: ExitStatus = result.isFailure ? .failed : .done
      Envelope(
        intent: intent, status: Envelope.Status(status), exitCode: status.code, result: result,
        startedAt: clock.wall(), duration: .zero, words: text
      ).write(to: &bytes)
    case .value: ValueText.write(result.value, isTerminal: isTerminal, to: &bytes)
    case .waybar:
      bytes += Waybar.json(.answered(result), text).utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }
}
