internal import IntentCore
internal import IntentEngine
internal import IntentPipeline
internal import IntentRendering

/// How what became of runs is written, in each format.
extension Session {
  /// Writes what became of a run: what a handler answered goes to standard output, a refusal to standard
  /// error, and JSON always to standard output.
  mutating func answer(_ report: RunReport) {
    outcome.status = status(of: report)
    switch settings.output {
    case .text, .value:
      warn(report.warnings)
      switch report.outcome {
      case .answered(let result): answer(result)
      case .failed(let failure): writeError(faults(failure))
      }
    case .json, .jsonl: envelope(report).write(to: &outcome.output)
    case .waybar: print(report.outcome.waybar(text))
    }
  }

  /// Writes what became of a chain: each answer in turn, one value, or one object with each run in `steps`.
  mutating func answer(_ reports: [RunReport], startedAt: WallTime, duration: Duration) {
    guard let last = reports.last else { return }
    guard settings.isJSON else {
      // Only the last can have failed, and only its value goes on.
      if settings.output == .text { for report in reports.dropLast() { answer(report) } }
      return answer(last)
    }
    var steps: [Envelope] = []
    for report in reports {
      outcome.status = report.status
      steps.append(envelope(report))
    }
    outcome.status = status(of: last)
    var whole = envelope(last)
    (whole.intent, whole.run, whole.startedAt, whole.duration) = (nil, nil, startedAt, duration)
    (whole.warnings, whole.steps) = ([], steps)
    whole.write(to: &outcome.output)
  }

  /// The program's own status where it is asked for; a failure that the program did not see stays one.
  private func status(of report: RunReport) -> ExitStatus {
    guard settings.passesHandlerStatus, case .answered(let result) = report.outcome,
      case .status(let own)? = result.handler, own != 0 || !result.isFailure
    else { return report.status }
    return .handler(own)
  }

  private mutating func answer(_ result: IntentResult) {
    warn(result.warnings)
    switch settings.output {
    case .value where result.isFailure:
      writeError(ResultRenderer(style: style(forErrors: true), text: text).text(result))
    case _ where settings.isQuiet && !result.isFailure: return
    case .value:
      ValueText.write(result.value, isTerminal: environment.streams.outputIsTerminal, to: &outcome.output)
    default: write(result)
    }
  }

  private func envelope(_ report: RunReport) -> Envelope {
    var envelope = Envelope(
      intent: report.intent, report.outcome, status: outcome.status, startedAt: report.startedAt,
      duration: report.duration, words: text)
    (envelope.run, envelope.warnings) = (report.run, report.warnings)
    return envelope
  }
}

extension RunOutcome {
  /// The answer for a status bar: waybar's custom module with `"return-type": "json"`.
  fileprivate func waybar(_ say: Localizer) -> String {
    let value: Value
    switch self {
    case .answered(let result):
      let kind: Value =
        switch result.outcome {
        case .done: "done"
        case .neutral: "neutral"
        case .failed: "failed"
        }
      let tooltip = ResultRenderer(style: .plain, text: say).text(result)
      value = .object([
        "text": .string(result.dialog.cleaned(.line)), "alt": kind, "class": kind,
        "tooltip": .string(tooltip),
      ])
    case .failed(let failure):
      let tooltip = FaultRenderer(style: .plain, text: say).text(failure)
      value = .object(["text": "runintent", "alt": "error", "class": "error", "tooltip": .string(tooltip)])
    }
    return value.json()
  }
}

/// `--follow`: the answer of a run, and then one for every change until interrupted.
enum Following {
  static func run(_ call: IntentCall, _ terms: RunTerms, _ session: inout Session) async throws(Failure) {
    let live = session.environment.live
    let own = session
    var engine = session.engine
    var shown = session
    let end = try await engine.follow(
      call, on: terms, through: TerminalDoor(session: session),
      start: { report, goesOn throws(Failure) in
        shown.answer(report)
        guard goesOn else { return }
        let outcome = shown.outcome
        (shown.outcome.output, shown.outcome.errors) = ([], [])
        try live.write(outcome.output, outcome.errors)
      }, interruption: live.interruption,
      each: { result throws(Failure) in try live.write(own.line(of: result, call.definition.id), []) })
    session = shown
    guard let end else { return }
    session.outcome.status = end.status
    // An interruption, or a reader that closed the pipe, ends it as wanted: no fault is shown.
    if end.faults.first?.code != .interrupted { session.report(end) }
  }
}

extension Session {
  /// An answer among others that come one after another: a line of its own.
  fileprivate func line(of result: IntentResult, _ intent: String) -> [UInt8] {
    let clock = world.clock
    var bytes: [UInt8] = []
    switch settings.output {
    case .text:
      let line = ResultRenderer(style: style(), text: text).line(result)
      bytes += "\(DateText.clock(clock.local(clock.wall()))) \(line)\n".utf8
    case .json, .jsonl:
      Envelope(
        intent: intent, .answered(result), status: result.isFailure ? .failed : .done,
        startedAt: clock.wall(),
        duration: .zero, words: text
      ).write(to: &bytes)
    case .value:
      ValueText.write(result.value, isTerminal: environment.streams.outputIsTerminal, to: &bytes)
    case .waybar: bytes += "\(RunOutcome.answered(result).waybar(text))\n".utf8
    }
    return bytes
  }
}

extension [(name: String, origin: ValueOrigin)] {
  /// By the names of parameters, the stable words that programs read.
  var object: ValueObject { ValueObject(uniqueMembers: map { ($0.name, .string($0.origin.rawValue)) }) }

  /// Whether a value came from elsewhere than the command line.
  func isForeign(_ name: String) -> Bool { first { $0.name == name }?.origin != .commandLine }

  /// A value and, unless the command line gave it, where it came from, as in `/srv (from the configuration)`.
  func text(of value: Value, named name: String, _ say: Localizer) -> String {
    let text = value.plainText ?? value.json()
    let words =
      switch first(where: { $0.name == name })?.origin {
      case .commandLine?, .answer?, nil: ""
      case .input?: say("from --input")
      case .shortcut?: say("from the shortcut")
      case .journal?: say("from the journal")
      case .configuration?: say("from the configuration")
      case .definition?: say("the default")
      }
    return words.isEmpty ? text : "\(text) (\(words))"
  }
}
